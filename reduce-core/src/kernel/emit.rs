//! A kernel in the languages of the drivers, as wgpu would hand it to them: SPIR-V here, those that are text in `text.rs`.

use naga::back::spv;
#[cfg(feature = "emit")]
use naga::back::{glsl, hlsl, msl};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{Module, ShaderStage};

use crate::error::Error;
use crate::kernel::Kernel;

mod no_contraction;
#[cfg(feature = "emit")]
mod text;

/// The name of every kernel's entry point.
const ENTRY: &str = "main";

/// A language that kernels are translated to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Language {
    SpirV,
    #[cfg(feature = "emit")]
    Msl,
    #[cfg(feature = "emit")]
    Hlsl,
    #[cfg(feature = "emit")]
    Glsl,
}

impl Language {
    fn name(self) -> &'static str {
        match self {
            Self::SpirV => "SPIR-V",
            #[cfg(feature = "emit")]
            Self::Msl => "MSL",
            #[cfg(feature = "emit")]
            Self::Hlsl => "HLSL",
            #[cfg(feature = "emit")]
            Self::Glsl => "GLSL",
        }
    }

    /// The capabilities of a module that this language can express.
    fn abilities(self) -> Capabilities {
        match self {
            Self::SpirV => spv::supported_capabilities(),
            #[cfg(feature = "emit")]
            Self::Msl => msl::supported_capabilities(),
            #[cfg(feature = "emit")]
            Self::Hlsl => hlsl::supported_capabilities(),
            #[cfg(feature = "emit")]
            Self::Glsl => glsl::supported_capabilities(),
        }
    }
}

impl Kernel {
    /// The shader as Vulkan takes it: the words of a SPIR-V module, with every float operation decorated with `NoContraction`.
    ///
    /// Drivers that take SPIR-V as it is get these very words, unless there is no float operation in them, or WGSL of a user's.
    ///
    /// # Errors
    /// [`Error::NoTranslation`].
    ///
    /// ```
    /// use reduce_core::{Caps, Kernels, ops};
    /// let kernels = Kernels::of::<ops::Sum<f32>>(&Caps::webgpu())?;
    /// assert_eq!(kernels.all()[0].spirv()?[0], 0x0723_0203);
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    pub fn spirv(&self) -> Result<Vec<u32>, Error> {
        Ok(no_contraction::marked(&self.plain_spirv()?).0)
    }

    /// The words of [`spirv`](Self::spirv), if a driver has to get them and not what wgpu makes of the WGSL.
    ///
    /// # Errors
    /// [`Error::NoTranslation`].
    #[doc(hidden)]
    pub fn held_spirv(&self) -> Result<Option<Vec<u32>>, Error> {
        if !self.is_held() {
            return Ok(None);
        }
        let (words, computes) = no_contraction::marked(&self.plain_spirv()?);
        Ok(computes.then_some(words))
    }

    /// The words as naga writes them.
    fn plain_spirv(&self) -> Result<Vec<u32>, Error> {
        let (module, info) = self.module(Language::SpirV)?;
        let mut options = spv::Options {
            // The lowest that can say it: Vulkan 1.0, which has no subgroups, takes no other.
            lang_version: if self.uses_subgroups() { (1, 3) } else { (1, 0) },
            bounds_check_policies: self.policies(),
            force_loop_bounding: self.is_checked(),
            zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
            ..spv::Options::default()
        };
        options.flags.remove(spv::WriterFlags::ADJUST_COORDINATE_SPACE);
        // The names, which naga leaves out of release builds otherwise.
        options.flags.insert(spv::WriterFlags::DEBUG);
        let entry = spv::PipelineOptions {
            shader_stage: ShaderStage::Compute,
            entry_point: ENTRY.to_owned(),
        };
        spv::write_vec(module, &info, &options, Some(&entry)).map_err(|why| self.refused(Language::SpirV, &why))
    }

    /// The kernel as a module that `language` can say.
    fn module(&self, language: Language) -> Result<(&Module, ModuleInfo), Error> {
        let module = self.source.module();
        let mut validator = Validator::new(ValidationFlags::all(), language.abilities());
        validator
            .subgroup_stages(ShaderStages::COMPUTE)
            .subgroup_operations(SubgroupOperationSet::all());
        let info = validator.validate(module).map_err(|why| {
            let reason = std::error::Error::source(why.as_inner()).map(ToString::to_string);
            self.refused(language, &reason.unwrap_or_else(|| why.to_string()))
        })?;
        Ok((module, info))
    }

    /// Whether indices are checked as they are where it runs.
    fn policies(&self) -> BoundsCheckPolicies {
        let policy = if self.is_checked() {
            BoundsCheckPolicy::Restrict
        } else {
            BoundsCheckPolicy::Unchecked
        };
        BoundsCheckPolicies {
            index: policy,
            buffer: policy,
            image_load: BoundsCheckPolicy::Unchecked,
            binding_array: BoundsCheckPolicy::Unchecked,
        }
    }

    fn refused(&self, language: Language, why: &impl ToString) -> Error {
        Error::NoTranslation {
            kernel: self.step().name(),
            language: language.name(),
            reason: why.to_string(),
        }
    }
}
