//! The CPU engine follows the canonical order: its bits are those of the recursion in the oracle.

use std::fmt::Debug;

use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::oracle::{bits, canonical};
use reduce_tests::sizes;
use reduce_tests::{
    for_built_in_operators, for_operators_on_other_inputs, for_user_operators, for_wide_operators,
    for_written_operators, in_order, operators, ops,
};
use reduce_wgpu::{Cpu, GpuType, Monoid, NoParameters, Operator, Reduction, gpu};

fn follows<R>(data: &[R::Input])
where
    R: Operator<Params: NoParameters, Output: Debug + GpuType>,
{
    // The recursion has one order. `two_orders` tests that the members of such a tuple have the bits of each alone.
    if R::State::MIXED {
        return;
    }
    let (engine, oracle) = (Cpu::new().reduce::<R>(data).unwrap(), canonical::<R>(data));
    assert_eq!(
        bits(&engine),
        bits(&oracle),
        "{} elements: the engine gives {engine:?}, the oracle {oracle:?}",
        data.len()
    );
}

fn follows_everywhere<R>()
where
    R: Operator<Params: NoParameters, Input: Sample, Output: Debug + GpuType>,
{
    let sizes = sizes::thin::<R>();
    let longest = sizes.last().copied().unwrap();
    let ordinary = input::<R::Input>(Kind::Ordinary, longest);
    for size in sizes {
        follows::<R>(&ordinary[..size]);
    }
    let short = sizes::thin::<R>().into_iter().filter(|&size| size < 3000);
    for kind in Kind::ALL {
        let data = input::<R::Input>(kind, 3000);
        short.clone().for_each(|size| follows::<R>(&data[..size]));
        follows::<R>(&data);
    }
}

macro_rules! each {
    ($($name:ident: $operator:ty,)*) => {$(
        #[test]
        fn $name() {
            follows_everywhere::<$operator>();
        }
    )*};
}

for_built_in_operators!(each);
for_operators_on_other_inputs!(each);
for_user_operators!(each);
for_written_operators!(each);
for_wide_operators!(each);

#[test]
fn at_every_size_up_to_three_rows() {
    let data = input::<f32>(Kind::Ordinary, 3 * 1024 + 2);
    for size in 0..=data.len() {
        follows::<ops::Sum<f32>>(&data[..size]);
    }
    let data = input::<f32>(Kind::Ordinary, 3 * 256 + 2);
    for size in 0..=data.len() {
        follows::<operators::Bands>(&data[..size]);
    }
}

#[test]
fn at_every_listed_size() {
    let sizes = sizes::exhaustive::<operators::Stats>();
    let data = input::<f32>(Kind::Ordinary, sizes.last().copied().unwrap());
    for size in sizes {
        follows::<operators::Stats>(&data[..size]);
        follows::<ops::Sum<f32>>(&data[..size]);
    }
}

/// One pass with several results: each has the bits of that reduction alone, whatever the states beside it take.
#[test]
fn several_reductions_have_the_bits_of_each_alone() {
    fn same<A, B>(sizes: Vec<usize>)
    where
        A: Operator<Params: NoParameters, Input: Sample, Output: GpuType>,
        B: Operator<Params: NoParameters, Input = A::Input, Output: GpuType>,
    {
        let data = input::<A::Input>(Kind::Ordinary, sizes.iter().copied().max().unwrap_or(0));
        let cpu = Cpu::new();
        for size in sizes {
            let data = &data[..size];
            let (a, b) = cpu.reduce::<(A, B)>(data).unwrap();
            let alone = (cpu.reduce::<A>(data).unwrap(), cpu.reduce::<B>(data).unwrap());
            assert_eq!(
                (bits(&a), bits(&b)),
                (bits(&alone.0), bits(&alone.1)),
                "{size} elements"
            );
        }
    }
    same::<ops::Sum<f32>, operators::Bands>(sizes::thin::<ops::Sum<f32>>());
    same::<ops::Variance<f32>, operators::Bands>(sizes::thin::<ops::Sum<f32>>());
    same::<ops::Mean<u8>, ops::Variance<u8>>(sizes::thin::<ops::Sum<u8>>());
    same::<ops::LogSumExp<half::f16>, ops::KahanSum<half::f16>>(sizes::thin::<ops::Sum<half::f16>>());
    // In order, and exact: an exact result has the bits of any order.
    same::<in_order::Crossings, ops::ArgMax<f32>>(sizes::thin::<in_order::Crossings>());
}

/// The number of times that the greatest so far was passed, in each column: its lift is a constant, and the columns differ nevertheless.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Records {
    passed: u32,
    greatest: f32,
}

#[gpu]
impl Monoid for Records {
    fn identity() -> Self {
        Self {
            passed: 0,
            greatest: f32::NEG_INFINITY,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        Self {
            passed: if b.greatest > a.greatest {
                a.passed + b.passed
            } else {
                a.passed
            },
            greatest: a.greatest.max(b.greatest),
        }
    }
}

#[gpu]
impl Reduction for Records {
    type Input = f32;
    type State = Self;
    type Output = Self;

    fn lift(x: f32) -> Self {
        Self { passed: 1, greatest: x }
    }

    fn finish(state: Self) -> Self {
        state
    }
}

#[test]
fn a_constant_lift_does_not_make_columns_agree() {
    let noise = input::<f32>(Kind::Ordinary, 2 * 32_768);
    for rows_that_ascend in 0..32 {
        let ascending = |(index, noise): (usize, f32)| match index % 32_768 / 1024 {
            row if row < rows_that_ascend => row as f32 * 1e9,
            _ => noise,
        };
        let data: Vec<f32> = noise.iter().copied().enumerate().map(ascending).collect();
        follows::<Records>(&data);
        follows::<Records>(&data[..5 * 1024 + 7]);
    }
}

/// The oracle itself, beside sums written out by hand.
#[test]
fn the_oracle_adds_as_it_says() {
    let data = input::<f32>(Kind::Ordinary, 2 * 32_768 + 1);
    let x = |index: usize| data[index];
    let sum = canonical::<ops::Sum<f32>>;
    assert_eq!(sum(&data[..3]).to_bits(), ((x(0) + x(1)) + x(2)).to_bits());
    assert_eq!(
        sum(&data[..7]).to_bits(),
        (((x(0) + x(1)) + (x(2) + x(3))) + ((x(4) + x(5)) + x(6))).to_bits()
    );
    // Two rows: the first column holds two elements before it meets the second.
    let zeros = vec![-0.0; 1024];
    let two_rows: Vec<f32> = [x(0), x(1)]
        .into_iter()
        .chain(zeros[2..].iter().copied())
        .chain([x(2)])
        .collect();
    assert_eq!(sum(&two_rows).to_bits(), ((x(0) + x(2)) + x(1)).to_bits());
    // Tiles meet after each is folded.
    let [a, b] = [&data[..32_768], &data[32_768..65_536]].map(sum);
    assert_eq!(sum(&data).to_bits(), ((a + b) + x(65_536)).to_bits());
}
