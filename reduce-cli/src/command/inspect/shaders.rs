//! Kernels in the language that is asked for, each on its own or one after the other.

use reduce_wgpu::{Error, Kernel};

use crate::arguments::Emit;
use crate::failure::Failure;

/// One kernel in one language.
pub(super) struct Shader {
    /// Its step, as the name of a file.
    pub(super) name: String,
    pub(super) text: Text,
}

/// The text of a shader, or its words.
pub(super) enum Text {
    Words(String),
    Binary(Vec<u8>),
}

/// The form in which the shaders of a language are shown.
pub(super) struct Language {
    /// The extension of a file.
    pub(super) extension: &'static str,
    /// The beginning of a comment.
    pub(super) comment: &'static str,
    write: fn(&Kernel) -> Result<Text, Error>,
}

impl Language {
    /// The language of a view, if it shows shaders.
    pub(super) fn of(emit: Emit) -> Option<Self> {
        let language = |extension, comment, write| {
            Some(Self {
                extension,
                comment,
                write,
            })
        };
        match emit {
            Emit::Explain | Emit::Plan | Emit::Resources => None,
            Emit::Wgsl => language("wgsl", "//", |kernel| Ok(Text::Words(kernel.wgsl().to_owned()))),
            Emit::WgslWeb => language("wgsl", "//", |kernel| Ok(Text::Words(kernel.wgsl_web()))),
            Emit::Spirv => language("spv", "", |kernel| {
                kernel.spirv().map(|words| Text::Binary(bytes(&words)))
            }),
            Emit::SpirvAsm => language("spvasm", ";", |kernel| Ok(Text::Words(super::spirv::assembly(kernel)?))),
            Emit::Msl => language("metal", "//", |kernel| kernel.msl().map(Text::Words)),
            Emit::Hlsl => language("hlsl", "//", |kernel| kernel.hlsl().map(Text::Words)),
            Emit::Glsl => language("comp", "//", |kernel| kernel.glsl().map(Text::Words)),
            Emit::NagaIr => language("ron", "//", |kernel| kernel.naga_ir().map(Text::Words)),
        }
    }

    /// All kernels, or the one that is asked for by its number or name.
    ///
    /// # Errors
    /// If there is no such kernel, or one cannot be translated to the language.
    pub(super) fn shaders(&self, kernels: &[Kernel], asked: Option<&str>) -> Result<Vec<Shader>, Failure> {
        let chosen: Vec<&Kernel> = match asked {
            None => kernels.iter().collect(),
            Some(asked) => vec![one(kernels, asked)?],
        };
        let shaders = chosen.into_iter().map(|kernel| {
            Ok(Shader {
                name: file_name(kernel),
                text: (self.write)(kernel)?,
            })
        });
        shaders.collect()
    }

    /// All of them as one text, each under its name; a single one that was asked for on its own.
    pub(super) fn page(&self, shaders: &[Shader], alone: bool) -> Option<String> {
        let texts: Option<Vec<String>> = shaders
            .iter()
            .map(|Shader { name, text }| match text {
                Text::Binary(_) => None,
                Text::Words(words) if alone => Some(words.clone()),
                Text::Words(words) => {
                    let (comment, name) = (self.comment, name.replace('-', " "));
                    Some(format!("{comment} ---- {name} ----\n\n{words}"))
                }
            })
            .collect();
        Some(format!("{}\n", texts?.join("\n").trim_end()))
    }
}

/// The kernel of this number, from 1 on, or name.
fn one<'k>(all: &'k [Kernel], asked: &str) -> Result<&'k Kernel, Failure> {
    let number: Option<usize> = asked.parse().ok();
    let plain = asked.to_lowercase().replace(['_', ' '], "-");
    let found = match number {
        Some(number) => number.checked_sub(1).and_then(|index| all.get(index)),
        None => all.iter().find(|kernel| file_name(kernel) == plain),
    };
    found.ok_or_else(|| {
        let names: Vec<String> = all.iter().map(file_name).collect();
        let list: Vec<String> = (1..)
            .zip(&names)
            .map(|(number, name)| format!("{number} {name}"))
            .collect();
        let list = format!("there are {}", list.join(", "));
        Failure::unknown("kernel", asked, names.iter().map(String::as_str), &list)
    })
}

/// The kernel's step, without blanks.
fn file_name(kernel: &Kernel) -> String {
    kernel.step().name().replace(' ', "-")
}

/// The words in the byte order of most machines, which the first word tells.
fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
