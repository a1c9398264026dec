//! What a device can do, as plain data: kernels and plans are made from it without a device.

use crate::gpu_type::Needs;

/// The abilities and limits of one device.
///
/// ```
/// use reduce_core::Caps;
/// assert!(Caps::webgpu().subgroups.is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caps {
    /// The device in words, for messages.
    pub device: String,
    /// Whether the device is a program on the CPU, such as llvmpipe or SwiftShader.
    pub software: bool,
    /// Subgroup sizes, where subgroup operations may be used.
    pub subgroups: Option<Subgroups>,
    /// The optional abilities that are there.
    pub offers: Needs,
    /// Bytes that one storage binding can show.
    pub max_binding_bytes: u64,
    /// Bytes of the largest buffer.
    pub max_buffer_bytes: u64,
    /// Workgroups along one dimension of a dispatch.
    pub max_workgroups: u32,
    /// Invocations of a workgroup.
    pub max_invocations: u32,
    /// Bytes of workgroup memory.
    pub max_workgroup_bytes: u32,
}

/// The range of subgroup sizes that a device may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subgroups {
    /// The smallest, a power of two.
    pub min: u32,
    /// The largest, a power of two.
    pub max: u32,
}

impl Caps {
    /// The limits that every WebGPU device has, without optional features.
    #[must_use]
    pub fn webgpu() -> Self {
        Self {
            device: "any WebGPU device".to_owned(),
            software: false,
            subgroups: None,
            offers: Needs::NONE,
            max_binding_bytes: 128 << 20,
            max_buffer_bytes: 256 << 20,
            max_workgroups: 65_535,
            max_invocations: 256,
            max_workgroup_bytes: 16_384,
        }
    }

    /// The same with subgroups of any size that WebGPU allows, 4 to 128.
    #[must_use]
    pub fn webgpu_subgroups() -> Self {
        Self {
            device: "any WebGPU device with subgroups".to_owned(),
            subgroups: Some(Subgroups { min: 4, max: 128 }),
            ..Self::webgpu()
        }
    }
}
