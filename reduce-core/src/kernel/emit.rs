//! A kernel in the languages of the drivers: SPIR-V, MSL, HLSL and GLSL, as wgpu would hand it to them.

use naga::back::{glsl, hlsl, msl, spv};
use naga::front::wgsl::Frontend;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{Module, ShaderStage};

use crate::error::Error;
use crate::kernel::Kernel;

mod no_contraction;

/// The name of every kernel's entry point.
const ENTRY: &str = "main";

/// A language that kernels are translated to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Language {
    SpirV,
    Msl,
    Hlsl,
    Glsl,
}

impl Language {
    fn name(self) -> &'static str {
        match self {
            Self::SpirV => "SPIR-V",
            Self::Msl => "MSL",
            Self::Hlsl => "HLSL",
            Self::Glsl => "GLSL",
        }
    }

    /// The capabilities of a module that this language can express.
    fn abilities(self) -> Capabilities {
        match self {
            Self::SpirV => spv::supported_capabilities(),
            Self::Msl => msl::supported_capabilities(),
            Self::Hlsl => hlsl::supported_capabilities(),
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
        spv::write_vec(&module, &info, &options, Some(&entry)).map_err(|why| self.refused(Language::SpirV, &why))
    }

    /// The shader as Metal takes it: MSL 2.4.
    ///
    /// # Errors
    /// [`Error::NoTranslation`], as of 64-bit floats, which Metal has not.
    pub fn msl(&self) -> Result<String, Error> {
        let (module, info) = self.module(Language::Msl)?;
        let options = msl::Options {
            lang_version: (2, 4),
            bounds_check_policies: self.policies(),
            zero_initialize_workgroup_memory: false,
            force_loop_bounding: self.is_checked(),
            ..msl::Options::default()
        };
        let entry = msl::PipelineOptions {
            entry_point: Some((ShaderStage::Compute, ENTRY.to_owned())),
            ..msl::PipelineOptions::default()
        };
        match msl::write_string(&module, &info, &options, &entry) {
            Ok((text, _)) => Ok(text),
            Err(why) => Err(self.refused(Language::Msl, &why)),
        }
    }

    /// The shader as Direct3D takes it: HLSL of shader model 6.2.
    ///
    /// # Errors
    /// [`Error::NoTranslation`].
    pub fn hlsl(&self) -> Result<String, Error> {
        let (module, info) = self.module(Language::Hlsl)?;
        let options = hlsl::Options {
            shader_model: hlsl::ShaderModel::V6_2,
            zero_initialize_workgroup_memory: false,
            restrict_indexing: self.is_checked(),
            force_loop_bounding: self.is_checked(),
            ..hlsl::Options::default()
        };
        let entry = hlsl::PipelineOptions {
            entry_point: Some((ShaderStage::Compute, ENTRY.to_owned())),
        };
        let mut text = String::new();
        let mut writer = hlsl::Writer::new(&mut text, &options, &entry);
        writer
            .write(&module, &info, None)
            .map_err(|why| self.refused(Language::Hlsl, &why))?;
        Ok(text)
    }

    /// The shader as OpenGL takes it: GLSL 4.50.
    ///
    /// # Errors
    /// [`Error::NoTranslation`].
    pub fn glsl(&self) -> Result<String, Error> {
        let (module, info) = self.module(Language::Glsl)?;
        let options = glsl::Options {
            version: glsl::Version::Desktop(450),
            // The numbers that they have in WGSL, all in group 0.
            binding_map: module
                .global_variables
                .iter()
                .filter_map(|(_, variable)| variable.binding.map(|binding| (binding, binding.binding as u8)))
                .collect(),
            zero_initialize_workgroup_memory: false,
            ..glsl::Options::default()
        };
        let entry = glsl::PipelineOptions {
            shader_stage: ShaderStage::Compute,
            entry_point: ENTRY.to_owned(),
            multiview: None,
        };
        let mut text = String::new();
        glsl::Writer::new(&mut text, &module, &info, &options, &entry, self.policies())
            .and_then(|mut writer| writer.write())
            .map_err(|why| self.refused(Language::Glsl, &why))?;
        Ok(text)
    }

    /// The shader as naga sees it, which is what all of these are made of.
    ///
    /// # Errors
    /// [`Error::NoTranslation`].
    pub fn naga_ir(&self) -> Result<String, Error> {
        Ok(format!("{:#?}", self.module(Language::SpirV)?.0))
    }

    /// The kernel as a module that `language` can say.
    fn module(&self, language: Language) -> Result<(Module, ModuleInfo), Error> {
        let module = Frontend::new()
            .parse(self.wgsl())
            .map_err(|why| self.refused(language, &why))?;
        let mut validator = Validator::new(ValidationFlags::all(), language.abilities());
        validator
            .subgroup_stages(ShaderStages::COMPUTE)
            .subgroup_operations(SubgroupOperationSet::all());
        let info = validator.validate(&module).map_err(|why| {
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
