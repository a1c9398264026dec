//! A mistake for Vulkan's validation layer to report, so that its silence about everything else means something.

use reduce_tests::device::{Driver, adapter};
use wgpu::{DeviceDescriptor, Features, ShaderModuleDescriptorPassthrough};

/// SPIR-V 1.0 that names a capability and a memory model, and declares nothing.
const WORDS: [u32; 10] = [0x0723_0203, 0x0001_0000, 0, 1, 0, 2 << 16 | 17, 1, 3 << 16 | 14, 0, 1];

/// `cargo xtask test` fails if the layer does not report this module: a shader needs an entry point. No pipeline is made from it.
#[test]
fn a_shader_without_an_entry_point_is_reported() {
    let (device, _queue) = pollster::block_on(adapter().request_device(&DeviceDescriptor {
        required_features: Features::PASSTHROUGH_SHADERS,
        ..DeviceDescriptor::default()
    }))
    .unwrap_or_else(|error| panic!("{:?}: {error}", Driver::of_this_run()));
    // SAFETY: the module has no entry point, so none of it can run.
    let _module = unsafe {
        device.create_shader_module_passthrough(ShaderModuleDescriptorPassthrough {
            label: Some("without an entry point"),
            spirv: Some((&WORDS).into()),
            ..Default::default()
        })
    };
}
