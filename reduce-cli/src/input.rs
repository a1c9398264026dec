//! The elements of an operator, which files hold.

use std::time::Duration;

use reduce_wgpu::{Element, EngineReducer, EngineStream, Error, GpuReducer, Operator as AnyOperator};

use crate::element_type::{ElementType, for_element_types};
use crate::piece::Piece;
use crate::resident::Resident;

/// The input of an operator that can be read from a file: a number, or an `Indexed` one.
#[diagnostic::on_unimplemented(
    message = "the command line tool reads no files of `{Self}`",
    note = "an operator for it has an input of f32 f64 i32 u32 i64 u64 i8 u8 i16 u16, or `Indexed` of one of these"
)]
pub trait Input: Element {
    /// The type of element that files have to hold.
    const TYPE: ElementType;

    /// Gives the numbers of `piece` to `stream`.
    ///
    /// # Errors
    /// The errors of [`EngineStream::push`].
    #[doc(hidden)]
    fn push<R: AnyOperator<Input = Self>>(stream: &mut EngineStream<R>, piece: &Piece) -> Result<(), Error>;

    /// Gives the numbers of `piece` to `reducer`; those from one offset up to the next are a group.
    ///
    /// # Errors
    /// The errors of [`EngineReducer::reduce_each`].
    #[doc(hidden)]
    fn each<R: AnyOperator<Input = Self>>(
        reducer: &EngineReducer<R>,
        piece: &Piece,
        offsets: &[usize],
    ) -> Result<Vec<R::Output>, Error>;

    /// Gives the numbers of `data` to `reducer`.
    ///
    /// # Errors
    /// The errors of [`Measure::measure`](crate::Measure::measure).
    #[doc(hidden)]
    fn measure<R: AnyOperator<Input = Self>>(
        reducer: &GpuReducer<R>,
        data: &Resident,
    ) -> Result<(R::Output, Duration), Error>;
}

/// `Input` for a number and for it with its position.
macro_rules! input {
    ($($variant:ident $t:ident),*) => {$(
        input!(@one $variant $t $t);
        input!(@one $variant $t reduce_wgpu::Indexed<$t>);
    )*};
    (@one $variant:ident $number:ident $input:ty) => {
        impl Input for $input {
            const TYPE: ElementType = ElementType::$variant;

            fn push<R: reduce_wgpu::Operator<Input = Self>>(
                stream: &mut reduce_wgpu::EngineStream<R>,
                piece: &Piece,
            ) -> Result<(), reduce_wgpu::Error> {
                stream.push(piece.numbers::<$number>())
            }

            fn each<R: reduce_wgpu::Operator<Input = Self>>(
                reducer: &reduce_wgpu::EngineReducer<R>,
                piece: &Piece,
                offsets: &[usize],
            ) -> Result<Vec<R::Output>, reduce_wgpu::Error> {
                reducer.reduce_each(piece.numbers::<$number>(), reduce_wgpu::Segments(offsets))
            }

            fn measure<R: reduce_wgpu::Operator<Input = Self>>(
                reducer: &reduce_wgpu::GpuReducer<R>,
                data: &Resident,
            ) -> Result<(R::Output, std::time::Duration), reduce_wgpu::Error> {
                match data {
                    Resident::$variant(array) => reducer.measure(array),
                    other => Err(other.is_no(<Self as Input>::TYPE)),
                }
            }
        }
    };
}

for_element_types!(input);
