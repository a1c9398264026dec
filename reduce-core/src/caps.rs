//! The abilities and limits of a device, as plain data: kernels and plans are made from it without a device.

use crate::arithmetic::Arithmetic;
use crate::loop_limit::LoopLimit;
use crate::needs::Needs;
use crate::wgsl::{Dialect, Module};

/// The abilities and limits of one device.
///
/// ```
/// use reduce_core::Caps;
/// assert!(Caps::webgpu().subgroups.is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Caps {
    /// The device in words, for messages.
    pub device: String,
    /// Whether the device is a program on the CPU, such as llvmpipe or SwiftShader.
    pub software: bool,
    /// Subgroup sizes, where subgroup operations may be used.
    pub subgroups: Option<Subgroups>,
    /// The optional abilities of the device.
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
    /// Its float arithmetic.
    pub arithmetic: Arithmetic,
    /// The most rounds of the loops of an invocation, where the device ends them early.
    pub loop_limit: Option<LoopLimit>,
}

/// The range of subgroup sizes that a device may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subgroups {
    /// The smallest, a power of two.
    pub min: u32,
    /// The largest, a power of two.
    pub max: u32,
}

/// The most that wgpu binds: offsets are 32-bit integers with a sign in some of its drivers.
const MOST_BINDING_BYTES: u64 = (1 << 31) - 1;

/// wgpu hands SPIR-V to every Vulkan driver as it is.
const BY_VULKAN: Arithmetic = Arithmetic {
    no_contraction: true,
    hides_products: false,
    seen: None,
};

/// Other drivers, and browsers, take shader text, in which they may fuse products.
const BY_TEXT: Arithmetic = Arithmetic {
    no_contraction: false,
    hides_products: true,
    seen: None,
};

impl Caps {
    /// These capabilities, changed: for kernels of a device that you describe.
    ///
    /// ```
    /// use reduce_core::{Caps, Subgroups};
    /// let caps = Caps::webgpu().with(|caps| caps.subgroups = Some(Subgroups { min: 16, max: 16 }));
    /// assert_eq!(caps.max_invocations, 256);
    /// ```
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// An empty module for this device.
    pub(crate) fn module(&self) -> Module {
        Module::of(self.dialect())
    }

    /// An empty module for any device that offers as much, whose arithmetic was not observed.
    pub(crate) fn module_of_any(&self) -> Module {
        Module::of(Dialect {
            seen: None,
            ..self.dialect()
        })
    }

    fn dialect(&self) -> Dialect {
        Dialect {
            seen: self.arithmetic.seen,
            hides_products: self.arithmetic.hides_products,
            has_long_integers: self.offers.contains(Needs::I64),
        }
    }

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
            arithmetic: BY_TEXT,
            loop_limit: None,
        }
    }

    /// [`webgpu`](Self::webgpu) with subgroups of any size that WebGPU allows, 4 to 128.
    #[must_use]
    pub fn webgpu_subgroups() -> Self {
        Self {
            device: "any WebGPU device with subgroups".to_owned(),
            subgroups: Some(Subgroups { min: 4, max: 128 }),
            ..Self::webgpu()
        }
    }

    /// An Apple GPU (M1 and later) by Metal.
    ///
    /// From wgpu-hal 30, `metal/adapter.rs` and `metal/mod.rs`: subgroups of 4 to 64 lanes (it does not ask; the hardware has 32), 1024 invocations
    /// and 32 KiB per workgroup, 65 535 workgroups, 64-bit integers from MSL 2.3 on, no 64-bit floats. Buffers and bindings of 1 GiB, which it takes
    /// for macOS where it cannot ask; devices with more memory say more.
    #[must_use]
    pub fn apple() -> Self {
        Self {
            device: "an Apple GPU".to_owned(),
            subgroups: Some(Subgroups { min: 4, max: 64 }),
            offers: Needs::I64,
            max_binding_bytes: 1 << 30,
            max_buffer_bytes: 1 << 30,
            max_invocations: 1024,
            max_workgroup_bytes: 32_768,
            ..Self::webgpu()
        }
    }

    /// An NVIDIA GPU by Vulkan.
    ///
    /// As an H200 reports (Vulkan, driver 580.159.04, 2026-11-22): subgroups of 32 lanes, 1024 invocations and 48 KiB per workgroup, 65 535
    /// workgroups along the second dimension, a maxMemoryAllocationSize of 4 GiB less 2 MiB, which bounds a buffer. Bindings of 2 GiB less one
    /// byte are wgpu's own limit. 64-bit integers and floats, coherent storage, as `reduce devices` lists them there.
    #[must_use]
    pub fn nvidia() -> Self {
        Self {
            device: "an NVIDIA GPU".to_owned(),
            subgroups: Some(Subgroups { min: 32, max: 32 }),
            offers: Needs::F64.union(Needs::I64).union(Needs::COHERENT),
            max_binding_bytes: MOST_BINDING_BYTES,
            max_buffer_bytes: 0xffe0_0000,
            max_invocations: 1024,
            max_workgroup_bytes: 49_152,
            arithmetic: BY_VULKAN,
            ..Self::webgpu()
        }
    }

    /// An AMD GPU (RDNA) by Vulkan.
    ///
    /// Subgroups of 32 to 64 invocations: RDNA runs either (VK_EXT_subgroup_size_control; nod-ai/AMD-SHARK-Studio issue 1715). 1024 invocations, 32 KiB and
    /// 65 535 workgroups as AMD's own driver says (GPUOpen-Drivers/AMDVLK issue 119); RADV says 64 KiB. Buffers of 2 GiB less one byte:
    /// AMD's own driver allocates no more (AMDVLK issue 413), and wgpu on Mesa allows no more; bindings likewise. 64-bit integers and floats,
    /// coherent storage.
    #[must_use]
    pub fn amd() -> Self {
        Self {
            device: "an AMD GPU".to_owned(),
            subgroups: Some(Subgroups { min: 32, max: 64 }),
            offers: Needs::F64.union(Needs::I64).union(Needs::COHERENT),
            max_binding_bytes: MOST_BINDING_BYTES,
            max_buffer_bytes: MOST_BINDING_BYTES,
            max_invocations: 1024,
            max_workgroup_bytes: 32_768,
            arithmetic: BY_VULKAN,
            ..Self::webgpu()
        }
    }

    /// An Intel GPU (Gen 9 and later) by Vulkan.
    ///
    /// Subgroups of 8 to 32 invocations (vulkaninfo of a UHD 620, ValveSoftware/gamescope issue 361). Bindings of 1 GiB (maxStorageBufferRange of an
    /// HD 630, KhronosGroup/Vulkan-Tools pull request 106; newer ones say 4), buffers of 2 GiB less one byte (maxMemoryAllocationSize, and wgpu's
    /// limit on Mesa). 1024 invocations and 32 KiB per workgroup, as Direct3D has; Mesa says 64 KiB. 64-bit integers and coherent storage; 64-bit
    /// floats are missing from Gen 11 on.
    #[must_use]
    pub fn intel() -> Self {
        Self {
            device: "an Intel GPU".to_owned(),
            subgroups: Some(Subgroups { min: 8, max: 32 }),
            offers: Needs::I64.union(Needs::COHERENT),
            max_binding_bytes: 1 << 30,
            max_buffer_bytes: MOST_BINDING_BYTES,
            max_invocations: 1024,
            max_workgroup_bytes: 32_768,
            arithmetic: BY_VULKAN,
            ..Self::webgpu()
        }
    }

    /// Mesa's software rasteriser by Vulkan.
    ///
    /// As llvmpipe of Mesa 22.3.6 reports to wgpu 30 (`reduce devices`, 2026-11-22), on a processor whose vectors it takes for 256
    /// bits wide.
    #[must_use]
    pub fn llvmpipe() -> Self {
        Self {
            device: "llvmpipe".to_owned(),
            software: true,
            subgroups: Some(Subgroups { min: 8, max: 8 }),
            offers: Needs::F64.union(Needs::I64).union(Needs::COHERENT),
            max_binding_bytes: 128 << 20,
            max_buffer_bytes: MOST_BINDING_BYTES,
            max_invocations: 1024,
            max_workgroup_bytes: 32_768,
            arithmetic: BY_VULKAN,
            loop_limit: Some(LoopLimit {
                rounds: 65_535,
                noticed: true,
            }),
            ..Self::webgpu()
        }
    }
}

#[cfg(all(test, feature = "strategies"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use super::*;
    use crate::{Error, Kernels, Strategy, ops};

    /// Every preset has kernels of every strategy, except where it lacks an ability that the strategy needs.
    #[test]
    fn presets_take_the_strategies() {
        let presets = [Caps::apple, Caps::nvidia, Caps::amd, Caps::intel, Caps::llvmpipe].map(|preset| preset());
        for caps in presets {
            for strategy in Strategy::ALL {
                match Kernels::with::<ops::Sum<u32>>(strategy, &caps) {
                    Ok(kernels) => assert!(kernels.explain().contains(&caps.device)),
                    Err(error) => {
                        assert!(matches!(error, Error::Policy { .. }), "{error}");
                        assert_eq!((strategy, caps.device.as_str()), (Strategy::LastBlock, "an Apple GPU"));
                    }
                }
            }
        }
        let wide = Kernels::of::<ops::Sum<f64>>;
        assert!(wide(&Caps::amd()).is_ok() && wide(&Caps::apple()).is_err() && wide(&Caps::intel()).is_err());
    }
}
