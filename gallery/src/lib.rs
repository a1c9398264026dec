//! The gallery of docs/gallery: forty operators of five fields, each in a file that is its entry, with an input and its figures to be compared.
//!
//! The figures that they are compared with are in gallery/references.csv, which gallery/reference.py makes by numpy and scipy.

#![allow(
    missing_docs,
    reason = "an operator is shown as a program would have it; its fields say what they are"
)]
#![allow(
    clippy::needless_range_loop,
    reason = "a loop over a range that writes elements is the form that becomes WGSL"
)]

use reduce_wgpu::{Caps, Engine, Error, Kernels, OperatorValue};

pub mod bioinformatics;
mod figures;
pub mod graphics;
mod inputs;
mod pages;
pub mod simulation;
pub mod statistics;
pub mod text;

pub use figures::{Figure, References};
pub use pages::{Page, pages};

/// A field, and its operators.
#[derive(Debug)]
pub struct Field {
    /// The name, which is that of the folder and of the page.
    pub name: &'static str,
    /// Its operators, in the order of the page.
    pub cases: Vec<Case>,
}

/// The fields in the order of the index.
#[must_use]
pub fn fields() -> Vec<Field> {
    let field = |name, cases| Field { name, cases };
    vec![
        field("statistics", statistics::cases()),
        field("graphics", graphics::cases()),
        field("text", text::cases()),
        field("bioinformatics", bioinformatics::cases()),
        field("simulation", simulation::cases()),
    ]
}

/// An operator of the gallery with an input.
#[derive(Debug)]
pub struct Case {
    /// The name of its file, without the ending.
    pub name: &'static str,
    /// The call that a program makes.
    pub call: &'static str,
    /// The length of the input that the references are for.
    pub len: usize,
    /// Its kernels for a device.
    pub kernels: fn(&Caps) -> Result<Kernels, Error>,
    /// Reduces that many elements of the input.
    pub run: fn(&Engine, usize) -> Result<Found, Error>,
}

/// A result.
#[derive(Debug)]
pub struct Found {
    /// Its debug form: the digits of a float are those of no other.
    pub exactly: String,
    /// The numbers in it, with their bounds.
    pub figures: Vec<Figure>,
}

/// A [`Case`]: the name and the length, the operator or its value, the input of `n` elements, and the figures of the result.
macro_rules! case {
    ($name:literal, $len:literal, |$m:ident| $value:expr, |$n:ident| $input:expr, |$result:ident| $figures:expr $(,)?) => {
        $crate::Case {
            name: $name,
            call: concat!("engine.reducer_using(", stringify!($value), ")?.reduce(data)?"),
            len: $len,
            kernels: |caps| {
                let $m = $len;
                let _: usize = $m;
                $crate::kernels(&$value, caps)
            },
            run: |engine, $n| {
                let $m = $n;
                let _: usize = $m;
                let $result = engine.reducer_using($value)?.reduce($input)?;
                let exactly = format!("{:?}", $result);
                let figures = Vec::from($figures);
                Ok($crate::Found { exactly, figures })
            },
        }
    };
    ($name:literal, $len:literal, $operator:ty, |$n:ident| $input:expr, |$result:ident| $figures:expr $(,)?) => {
        $crate::Case {
            call: concat!("engine.reduce::<", stringify!($operator), ">(data)?"),
            ..$crate::case!(
                $name,
                $len,
                |$n| std::marker::PhantomData::<$operator>,
                |$n| $input,
                |$result| $figures
            )
        }
    };
}
use case;

/// The kernels of the operator whose value this is.
fn kernels<V: OperatorValue>(_: &V, caps: &Caps) -> Result<Kernels, Error> {
    Kernels::of::<V::Operator>(caps)
}
