//! The device that a suite runs on: the one that `cargo xtask test` named, never another.

#![allow(clippy::panic, reason = "a test reports by panicking")]

use std::sync::LazyLock;

use reduce_wgpu::Gpu;
use wgpu::{
    Adapter, Buffer, BufferDescriptor, BufferUsages, CommandEncoderDescriptor, Device, DeviceDescriptor, Features,
    Instance, InstanceDescriptor, Limits, MapMode, PollType, Queue,
};

/// The software drivers that the device suites run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Mesa's: subgroups of 8 lanes, 64-bit types, bindings up to 128 MiB.
    Llvmpipe,
    /// Chrome's: subgroups of 4 lanes, no 64-bit types.
    SwiftShader,
}

impl Driver {
    /// The driver named by `REDUCE_DRIVER`.
    ///
    /// # Panics
    /// If there is none, with the command that sets it.
    pub fn of_this_run() -> Self {
        match std::env::var("REDUCE_DRIVER").as_deref() {
            Ok("llvmpipe") => Self::Llvmpipe,
            Ok("swiftshader") => Self::SwiftShader,
            other => panic!(
                "REDUCE_DRIVER is {other:?}, not llvmpipe or swiftshader: run the device suites by \
                 `cargo xtask test llvmpipe` or `cargo xtask test swiftshader`"
            ),
        }
    }

    /// A part of the name of its adapter.
    pub fn adapter_name(self) -> &'static str {
        match self {
            Self::Llvmpipe => "llvmpipe",
            Self::SwiftShader => "SwiftShader",
        }
    }

    /// Whether it has 64-bit floats and integers.
    pub fn has_64_bits(self) -> bool {
        self == Self::Llvmpipe
    }

    /// Whether float arithmetic takes numbers below the normal range for zeros, as WGSL allows.
    pub fn flushes_subnormals(self) -> bool {
        self == Self::SwiftShader
    }

    fn assert_is(self, name: &str) {
        assert!(
            name.contains(self.adapter_name()),
            "this run is for {self:?}, but the adapter is {name}"
        );
    }
}

/// The one that all tests of a process share, opened as users open theirs.
pub fn gpu() -> &'static Gpu {
    static GPU: LazyLock<Gpu> = LazyLock::new(fresh);
    &GPU
}

/// One of its own, for a test that breaks it.
///
/// # Panics
/// If it cannot be opened or is not the driver of this run.
pub fn fresh() -> Gpu {
    let driver = Driver::of_this_run();
    let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
    driver.assert_is(gpu.name());
    gpu
}

/// The adapter, for tests that open devices themselves.
///
/// # Panics
/// If it is not the only one there is.
pub fn adapter() -> Adapter {
    let driver = Driver::of_this_run();
    let instance = Instance::new(InstanceDescriptor::new_without_display_handle_from_env());
    let mut adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
    assert_eq!(adapters.len(), 1, "{adapters:?}");
    let adapter = adapters.remove(0);
    driver.assert_is(&adapter.get_info().name);
    adapter
}

/// Removes or reduces some of the features and limits of an adapter.
pub type Cut = fn(&mut Features, &mut Limits);

/// A device with those features of the adapter that matter here, after `cut`.
///
/// # Panics
/// If the driver refuses.
pub fn request(adapter: &Adapter, cut: Cut) -> (Device, Queue) {
    let mattering = Features::SUBGROUP | Features::SHADER_F64 | Features::SHADER_INT64 | Features::TIMESTAMP_QUERY;
    let mut features = adapter.features() & mattering;
    let mut limits = adapter.limits();
    cut(&mut features, &mut limits);
    let descriptor = DeviceDescriptor {
        required_features: features,
        required_limits: limits,
        ..DeviceDescriptor::default()
    };
    pollster::block_on(adapter.request_device(&descriptor)).unwrap_or_else(|error| panic!("{error}"))
}

/// A `Gpu` on such a device, made as by a program that has a device already.
///
/// # Panics
/// If the driver refuses.
pub fn borrowed(cut: Cut) -> Gpu {
    let adapter = adapter();
    let (device, queue) = request(&adapter, cut);
    Gpu::from_wgpu(&adapter, device, queue).unwrap_or_else(|error| panic!("{error}"))
}

/// The bytes of `buffer`, once all that was submitted is done.
///
/// # Panics
/// If it cannot be copied or mapped.
pub fn read(gpu: &Gpu, buffer: &Buffer) -> Vec<u8> {
    let copy = gpu.device().create_buffer(&BufferDescriptor {
        label: None,
        size: buffer.size(),
        usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = gpu
        .device()
        .create_command_encoder(&CommandEncoderDescriptor::default());
    encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, buffer.size());
    gpu.queue().submit([encoder.finish()]);
    copy.map_async(MapMode::Read, .., |mapped| {
        mapped.unwrap_or_else(|error| panic!("{error}"))
    });
    let polled = gpu.device().poll(PollType::wait_indefinitely());
    polled.unwrap_or_else(|error| panic!("{error}"));
    let view = copy.get_mapped_range(..).unwrap_or_else(|error| panic!("{error}"));
    view.to_vec()
}
