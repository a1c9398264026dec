//! The logarithm of a sum of exponentials.

use std::marker::PhantomData;

use crate::builtin::number::statistic::Exponentials;
use crate::hash::name;
use crate::lower::method::Method;
use crate::wgsl::Module;
use crate::{Monoid, Number, Reduction, Scalar, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// ln Σ exp(x), without overflow however large the elements are; in f32, or in f64 for f64, i64 and u64. Empty: −∞. A NaN gives NaN.
///
/// One pass: the state is the greatest element so far and the sum relative to it, as in online softmax (Milakov and
/// Gimelshein 2018). Error: that of the device's `exp`, twice per level of the tree, relative to the sum. WGSL has no `exp` of f64, so
/// elements that take f64 are an [`Error`](crate::Error) on a GPU.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let sum = Cpu::new().reduce::<ops::LogSumExp<f32>>(&[1000.0, 1000.0])?;
/// assert!((sum - (1000.0 + 2.0f32.ln())).abs() < 1e-4);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogSumExp<T = f32>(PhantomData<fn() -> T>);

/// A sum of exponentials in units of the greatest of them, and the functions that make it from a number.
macro_rules! scaled {
    ($(#[$doc:meta])* $name:ident of $float:ident: $($of:ident($x:ident: $t:ty) $value:expr;)*) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
        #[reduce(crate = crate)]
        pub struct $name {
            /// The greatest exponent.
            pub max: $float,
            /// The sum, divided by its exponential.
            pub sum: $float,
        }

        #[gpu(crate = crate)]
        impl Monoid for $name {
            fn identity() -> Self {
                Self {
                    max: $float::NEG_INFINITY,
                    sum: 0.0,
                }
            }

            fn combine(a: Self, b: Self) -> Self {
                let max = a.max.greater(b.max);
                // Equal infinities have no difference.
                let of_a = if a.max == max {
                    a.sum
                } else {
                    a.sum * (a.max - max).exp()
                };
                let of_b = if b.max == max {
                    b.sum
                } else {
                    b.sum * (b.max - max).exp()
                };
                Self { max, sum: of_a + of_b }
            }
        }

        #[gpu(crate = crate)]
        impl $name {
            $(pub(crate) fn $of($x: $t) -> Self {
                Self {
                    max: $value,
                    sum: 1.0,
                }
            })*

            fn logarithm(self) -> $float {
                self.max + self.sum.ln()
            }
        }

        impl Exponentials for $name {
            type Real = $float;

            fn logarithm(self) -> $float {
                self.logarithm()
            }
        }
    };
}

scaled! {
    /// A sum of exponentials in units of the greatest of them: `sum * exp(max)`, in f32.
    Scaled of f32: of_f32(x: f32) x; of_u32(x: u32) x as f32; of_i32(x: i32) x as f32;
}

scaled! {
    /// A sum of exponentials in units of the greatest of them: `sum * exp(max)`, in f64.
    Scaled64 of f64: of_f64(x: f64) x; of_u64(x: u64) x as f64; of_i64(x: i64) x as f64;
}

/// Functions of f64 that WGSL lacks: refused where a kernel is made.
macro_rules! lacking {
    ($($method:literal)*) => {$(
        // SAFETY: no text is given.
        unsafe impl Method<{ name($method) }> for f64 {
            fn call(_: &[String], module: &mut Module) -> String {
                module.refuse(concat!("WGSL has no `", $method, "` of f64; use Cpu::new(), or f32").to_owned());
                "0.0lf".to_owned()
            }
        }
    )*};
}

lacking!("exp" "ln");

#[gpu(crate = crate)]
impl<T: Number> Reduction for LogSumExp<T> {
    type Input = T;
    type State = T::Exponentials;
    type Output = <T::Exponentials as Exponentials>::Real;

    fn lift(x: T) -> T::Exponentials {
        x.exponential()
    }

    fn finish(state: T::Exponentials) -> <T::Exponentials as Exponentials>::Real {
        state.logarithm()
    }
}
