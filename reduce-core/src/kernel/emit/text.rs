//! The kernels in MSL, HLSL and GLSL, and as naga's IR, for those who want to read them: feature `emit`.

use naga::ShaderStage;
use naga::back::{glsl, hlsl, msl};

use super::{ENTRY, Language};
use crate::error::Error;
use crate::kernel::Kernel;
use crate::kernel::inspect::Kernels;

impl Kernel {
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
        match msl::write_string(module, &info, &options, &entry) {
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
            .write(module, &info, None)
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
        glsl::Writer::new(&mut text, module, &info, &options, &entry, self.policies())
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
}

impl Kernels {
    /// Every shader as Metal takes it, one after the other.
    ///
    /// # Errors
    /// [`Error::NoTranslation`].
    pub fn msl(&self) -> Result<String, Error> {
        self.try_join(Kernel::msl)
    }

    /// Every shader as Direct3D takes it, one after the other.
    ///
    /// # Errors
    /// [`Error::NoTranslation`].
    pub fn hlsl(&self) -> Result<String, Error> {
        self.try_join(Kernel::hlsl)
    }

    /// Every shader as OpenGL takes it, one after the other.
    ///
    /// # Errors
    /// [`Error::NoTranslation`].
    pub fn glsl(&self) -> Result<String, Error> {
        self.try_join(Kernel::glsl)
    }

    /// Every shader as naga sees it, one after the other.
    ///
    /// # Errors
    /// [`Error::NoTranslation`].
    pub fn naga_ir(&self) -> Result<String, Error> {
        self.try_join(Kernel::naga_ir)
    }

    fn try_join(&self, text: impl Fn(&Kernel) -> Result<String, Error>) -> Result<String, Error> {
        let texts = self
            .all()
            .iter()
            .map(|kernel| Ok(format!("// ---- {} ----\n\n{}", kernel.step().name(), text(kernel)?)));
        Ok(texts.collect::<Result<Vec<_>, Error>>()?.join("\n"))
    }
}
