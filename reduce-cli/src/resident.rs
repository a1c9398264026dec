//! Numbers that lie on a GPU, whose type is known by a value and not to the compiler: one variant for each of the types of `element_type`.

use reduce_wgpu::Error;

use crate::element_type::{ElementType, for_element_types};

/// Declares the types of numbers and their common functions.
macro_rules! resident {
    ($($variant:ident $t:ident),*) => {
        /// An array on a GPU, of numbers of one type.
        #[derive(Debug)]
        pub enum Resident {
            $(#[doc = concat!("Of `", stringify!($t), "`.")] $variant(reduce_wgpu::Array<$t>),)*
        }

        impl Resident {
            /// Copies the numbers of `piece`, which are of this type, to `gpu`.
            ///
            /// # Errors
            /// The errors of [`Gpu::upload`](reduce_wgpu::Gpu::upload).
            pub(crate) fn upload(
                gpu: &reduce_wgpu::Gpu,
                element: ElementType,
                piece: &crate::Piece,
            ) -> Result<Self, reduce_wgpu::Error> {
                Ok(match element {
                    $(ElementType::$variant => Self::$variant(gpu.upload(piece.numbers::<$t>())?),)*
                })
            }

            /// The time in which `gpu`, where they lie, reads all of them and computes next to nothing.
            ///
            /// # Errors
            /// The errors of [`Gpu::measure_read`](reduce_wgpu::Gpu::measure_read).
            pub(crate) fn reading(&self, gpu: &reduce_wgpu::Gpu) -> Result<std::time::Duration, reduce_wgpu::Error> {
                match self {
                    $(Self::$variant(array) => gpu.measure_read(array),)*
                }
            }

            /// Their type.
            #[must_use]
            pub fn element(&self) -> ElementType {
                match self {
                    $(Self::$variant(_) => ElementType::$variant,)*
                }
            }
        }
    };
}
for_element_types!(resident);

impl Resident {
    /// The error where numbers of type `wanted` are needed.
    pub(crate) fn is_no(&self, wanted: ElementType) -> Error {
        Error::Buffer {
            what: format!("an array of {}", self.element()),
            problem: format!("is read as {wanted}"),
            remedy: "upload numbers of the type that the operator reads",
        }
    }
}
