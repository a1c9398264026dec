//! The types of elements that files hold.

use std::fmt;
use std::str::FromStr;

use crate::failure::Failure;

/// Declares the types, each with its name in Rust.
macro_rules! types {
    ($($variant:ident $t:ident),* $(,)?) => {
        /// The type of the elements of a file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum ElementType {
            $(#[doc = concat!("`", stringify!($t), "`")] $variant,)*
        }

        impl ElementType {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in Rust.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($t),)*
                }
            }

            /// Bytes of an element.
            #[must_use]
            pub const fn bytes(self) -> usize {
                match self {
                    $(Self::$variant => size_of::<$t>(),)*
                }
            }

            /// Appends the bytes of the number in `text`, or says that it is none of this type.
            pub(crate) fn parse(self, text: &str, to: &mut Vec<u8>) -> Result<(), NoNumber> {
                match self {
                    $(Self::$variant => {
                        let number: $t = text.parse().map_err(|_| NoNumber)?;
                        to.extend_from_slice(&number.to_ne_bytes());
                    })*
                }
                Ok(())
            }
        }
    };
}

/// Hands all types to a macro, each with its name in Rust.
macro_rules! for_element_types {
    ($macro:ident) => {
        $macro! {
            F32 f32,
            F64 f64,
            I32 i32,
            U32 u32,
            I64 i64,
            U64 u64,
            I8 i8,
            U8 u8,
            I16 i16,
            U16 u16
        }
    };
}
pub(crate) use for_element_types;

for_element_types!(types);

/// A text is no number of the type.
#[derive(Debug)]
pub(crate) struct NoNumber;

impl ElementType {
    /// The names of `types`, as a list in words.
    pub(crate) fn list(types: &[Self]) -> String {
        let names: Vec<&str> = types.iter().map(|element| element.name()).collect();
        names.join(" ")
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ElementType {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        let known = Self::ALL.iter().find(|element| element.name() == text);
        known.copied().ok_or_else(|| {
            let all = format!("there are {}", Self::list(Self::ALL));
            Failure::unknown("type", text, Self::ALL.iter().map(|element| element.name()), &all)
        })
    }
}
