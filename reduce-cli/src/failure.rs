//! The failures of the tool: one sentence with its remedy, and an exit code.

use std::fmt;

use reduce_wgpu::Error;

/// Characters of a message that quotes a file: its problem stands in the first ones, its remedy in the last.
const FIRST: usize = 600;
const LAST: usize = 200;

/// The message that the tool prints instead of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    /// The input or the reduction failed: exit code 1.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self {
            code: 1,
            message: message.into(),
        }
    }

    /// The arguments are wrong: exit code 2.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self {
            code: 2,
            ..Self::input(message)
        }
    }

    /// This failure in one short line of plain characters, for messages that quote a file, which may hold any.
    pub(crate) fn in_one_line(self) -> Self {
        let mut plain = String::new();
        for character in self.message.chars() {
            if character.is_control() {
                plain.extend(character.escape_default());
            } else {
                plain.push(character);
            }
        }
        let count = plain.chars().count();
        if count > FIRST + LAST {
            let first: String = plain.chars().take(FIRST).collect();
            let last: String = plain.chars().skip(count - LAST).collect();
            plain = format!("{first} … {last}");
        }
        Self { message: plain, ..self }
    }

    /// The message of the parser of arguments, which has several lines.
    pub(crate) fn parser(message: &str) -> Self {
        Self::usage(message.trim_start_matches("error: ").trim_end())
    }

    /// Nothing has this name: names those that are near, or says where all are listed.
    pub(crate) fn unknown<'a>(kind: &str, asked: &str, names: impl IntoIterator<Item = &'a str>, all: &str) -> Self {
        let near = nearest(asked, names);
        Self::usage(match near.as_slice() {
            [] => format!("there is no {kind} `{asked}`; {all}"),
            near => format!("there is no {kind} `{asked}`; nearest: {}", near.join(", ")),
        })
    }

    /// The library's sentence about a device that lacks something, with what the command can do about it.
    pub(crate) fn with_remedy(error: Error, remedy: &str) -> Self {
        match error {
            Error::MissingFeature {
                operator,
                missing,
                device,
                ..
            } => Self::input(format!(
                "{operator} needs {missing}, which {device} does not have; {remedy}"
            )),
            other => other.into(),
        }
    }

    /// The exit code: 1 if the input or the reduction failed, 2 if the arguments are wrong.
    #[must_use]
    pub fn code(&self) -> u8 {
        self.code
    }
}

/// The one sentence.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// The library's sentence; where its remedy is a call in Rust, that of this tool instead.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        if let Error::MissingFeature { .. } = error {
            return Self::with_remedy(error, "use --engine cpu or another type");
        }
        Self::input(match error {
            Error::NoAdapter { backends } => format!(
                "no GPU adapter was found (backends searched: {backends}); install a Vulkan, Metal or DX12 driver, or use \
                 --engine cpu"
            ),
            Error::OutOfMemory { what, bytes, device } => {
                format!("{device} has no room for {what} of {bytes} bytes; use --engine cpu")
            }
            Error::DeviceLost { device, reason } => {
                format!("{device} was lost ({reason}); try again, or use --engine cpu")
            }
            other => other.to_string(),
        })
    }
}

/// Up to three of `names` that are spelled like `asked`, the nearest first.
pub(crate) fn nearest<'a>(asked: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let asked = asked.to_lowercase();
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&asked, &name.to_lowercase()), name))
        // A name of three letters with two wrong ones is another word.
        .filter(|(distance, name)| *distance <= name.chars().count().div_ceil(3).min(4))
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    near.truncate(3);
    near.into_iter().map(|(_, name)| name).collect()
}
