//! Every strategy of the ladder gives the CPU's result: for every monoid that it takes, workgroup sizes and awkward lengths.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

use half::f16;
use reduce_tests::device::{gpu, read};
use reduce_tests::inputs::{Kind, input};
use reduce_tests::operators::Stats;
use reduce_tests::ops::{ArgMax, BitOr, BitXor, Dot, Fold, KahanSum, Max, MinMax, Product, Sum};
use reduce_tests::written::{Brackets, Digits, Spread};
use reduce_wgpu::prelude::*;
use wgpu::BufferUsages;
use wgpu::util::DeviceExt as _;

/// 2 × 2 matrices of integers: their product keeps the order and is exact, so any mistake shows in its bits.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Matrix {
    rows: [[u32; 2]; 2],
}

#[gpu]
impl Monoid for Matrix {
    const COMMUTATIVE: bool = false;
    fn identity() -> Self {
        Matrix { rows: [[1, 0], [0, 1]] }
    }
    fn combine(a: Self, b: Self) -> Self {
        let mut rows = [[0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                let (left, right) = (
                    a.rows[i][0].wrapping_mul(b.rows[0][j]),
                    a.rows[i][1].wrapping_mul(b.rows[1][j]),
                );
                rows[i][j] = left.wrapping_add(right);
            }
        }
        Matrix { rows }
    }
}

/// Lifts each element to a matrix.
struct Walk;

#[gpu]
impl Reduction for Walk {
    type Input = u32;
    type State = Matrix;
    type Output = Matrix;
    fn lift(x: u32) -> Matrix {
        Matrix {
            rows: [[x & 3, 1], [1, x >> 31]],
        }
    }
    fn finish(s: Matrix) -> Matrix {
        s
    }
}

/// Around one invocation, workgroups of 64 to 1024, tiles of them, and several passes.
const LENGTHS: [usize; 24] = [
    0, 1, 2, 3, 7, 63, 64, 65, 127, 129, 255, 256, 257, 511, 513, 1023, 1025, 2047, 2048, 2049, 16_385, 65_537,
    131_073, 262_145,
];

const MOST: usize = 262_145;

/// `R` by every strategy that takes it, by workgroups of `sizes`, beside the CPU; `like` says whether two outputs agree.
fn strategies_taken<R, S>(
    sizes: &[u32],
    of: impl Fn(usize) -> S,
    like: impl Fn(&R::Output, &R::Output) -> bool,
) -> Vec<Strategy>
where
    R: Operator<Params: NoParameters, Output: std::fmt::Debug + GpuType>,
    S: Source<R::Input> + Copy,
{
    let (gpu, cpu) = (gpu(), Cpu::new());
    let expected = LENGTHS.map(|len| cpu.reduce::<R>(of(len)).unwrap());
    let mut taken = Vec::new();
    for strategy in Strategy::ALL {
        let policy = Policy::with_strategy::<R>(strategy, gpu.caps());
        match gpu.reducer_with::<R>(policy) {
            Ok(_) => taken.push(strategy),
            Err(Error::Policy { .. }) => continue,
            Err(error) => panic!("{strategy}: {error}"),
        }
        let alone = [policy.workgroup];
        let sizes = if matches!(strategy, Strategy::Serial | Strategy::Canonical) {
            &alone
        } else {
            sizes
        };
        for &workgroup in sizes {
            let reducer = match gpu.reducer_with::<R>(Policy { workgroup, ..policy }) {
                Ok(reducer) => reducer,
                Err(Error::Limit { .. }) if workgroup > gpu.caps().max_invocations => continue,
                Err(error) => panic!("{strategy} by {workgroup}: {error}"),
            };
            for (len, expected) in LENGTHS.into_iter().zip(&expected) {
                let found = reducer.reduce(of(len)).unwrap();
                assert!(
                    like(&found, expected),
                    "{strategy} by {workgroup}, {len}: {found:?}, not {expected:?}"
                );
            }
        }
    }
    taken
}

const SIZES: [u32; 5] = [64, 128, 256, 512, 1024];
const DEFAULT: [u32; 1] = [256];

fn same<T: PartialEq>(a: &T, b: &T) -> bool {
    a == b
}

/// Floats whose sums are exact in any order, so that no strategy may be off by a bit.
fn whole_numbers() -> Vec<f32> {
    input::<u32>(Kind::AnyBits, MOST)
        .into_iter()
        .map(|x| (x % 33) as f32 - 16.0)
        .collect()
}

/// All strategies but these, for reductions without atomics or built-ins.
fn all_but(without: &[Strategy]) -> Vec<Strategy> {
    Strategy::ALL
        .into_iter()
        .filter(|strategy| !without.contains(strategy))
        .collect()
}

#[test]
fn sums_of_floats() {
    let data = whole_numbers();
    let taken = strategies_taken::<Sum<f32>, _>(&SIZES, |len| &data[..len], same);
    assert_eq!(taken, all_but(&[Strategy::Atomic]));
}

#[test]
fn maxima_of_floats() {
    let data: Vec<f32> = input(Kind::Ordinary, MOST);
    let taken = strategies_taken::<Max<f32>, _>(&SIZES, |len| &data[..len], |a, b| a.to_bits() == b.to_bits());
    assert_eq!(taken, all_but(&[Strategy::Atomic]));
    // A NaN wins wherever it meets.
    let data: Vec<f32> = input(Kind::Nans, MOST);
    strategies_taken::<MinMax<f32>, _>(
        &DEFAULT,
        |len| &data[..len],
        |a, b| format!("{a:?}") == format!("{b:?}"),
    );
}

#[test]
fn sums_of_integers_take_every_strategy() {
    let data: Vec<u32> = input(Kind::AnyBits, MOST);
    assert_eq!(
        strategies_taken::<Sum<u32>, _>(&SIZES, |len| &data[..len], same),
        Strategy::ALL
    );
    let data: Vec<i32> = input(Kind::AnyBits, MOST);
    assert_eq!(
        strategies_taken::<(Sum<i32>, (MinMax<i32>, BitXor<i32>), BitOr<i32>), _>(&DEFAULT, |len| &data[..len], same),
        Strategy::ALL
    );
    let taken = strategies_taken::<Product<i32>, _>(&DEFAULT, |len| &data[..len], same);
    assert_eq!(taken, all_but(&[Strategy::Atomic]));
}

#[test]
fn several_fields() {
    let data = whole_numbers();
    let like = |a: &Stats, b: &Stats| {
        (a.count, a.min.to_bits(), a.max.to_bits()) == (b.count, b.min.to_bits(), b.max.to_bits()) && a.sum == b.sum
    };
    let taken = strategies_taken::<Stats, _>(&SIZES, |len| &data[..len], like);
    assert_eq!(taken, all_but(&[Strategy::Atomic]));
}

#[test]
fn control_flow_of_a_user() {
    // A mean far from 0 would lose the steps that long runs take towards it.
    let data = whole_numbers();
    let like = |a: &f32, b: &f32| (a - b).abs() <= 1e-5 * b.abs() || (a.is_nan() && b.is_nan());
    let taken = strategies_taken::<Spread, _>(&SIZES, |len| &data[..len], like);
    assert_eq!(taken, all_but(&[Strategy::Atomic, Strategy::SubgroupBuiltin]));
}

/// The strategies that keep the order of the input.
const ORDERED: [Strategy; 6] = [
    Strategy::Serial,
    Strategy::InterleavedModulo,
    Strategy::InterleavedStrided,
    Strategy::ContiguousTwoPass,
    Strategy::SubgroupShuffle,
    Strategy::Canonical,
];

#[test]
fn matrices_keep_their_order() {
    let data: Vec<u32> = input(Kind::AnyBits, MOST);
    assert_eq!(strategies_taken::<Walk, _>(&SIZES, |len| &data[..len], same), ORDERED);
    assert_eq!(
        strategies_taken::<Brackets, _>(&DEFAULT, |len| &data[..len], same),
        ORDERED
    );
    assert_eq!(
        strategies_taken::<Digits, _>(&DEFAULT, |len| &data[..len], same),
        ORDERED
    );
}

/// A sum of floats, which are whole numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32)]
struct Total {
    #[reduce(sum, lift = (x & 15) as f32)]
    total: f32,
}

/// In a tuple whose members have two orders, a strategy keeps the order of the input for all.
#[test]
fn tuples_with_an_ordered_member_keep_their_order() {
    let data: Vec<u32> = input(Kind::AnyBits, MOST);
    const { assert!(<(Total, Walk) as Operator>::State::MIXED) };
    let taken = strategies_taken::<(Total, Walk), _>(&DEFAULT, |len| &data[..len], same);
    assert_eq!(taken, ORDERED);
    let said = refused::<(Total, Walk)>(Strategy::Recursive);
    assert!(said.contains("does not keep the order of the input"), "{said}");
}

/// Positions, packed bytes and halves, several buffers, structs.
#[test]
fn inputs_of_every_kind() {
    let floats: Vec<f32> = input(Kind::Ordinary, MOST);
    strategies_taken::<ArgMax<f32>, _>(&DEFAULT, |len| &floats[..len], same);
    let bytes: Vec<u8> = input(Kind::AnyBits, MOST);
    assert_eq!(
        strategies_taken::<Sum<u8>, _>(&DEFAULT, |len| &bytes[..len], same),
        Strategy::ALL
    );
    strategies_taken::<Max<u8>, _>(&DEFAULT, |len| &bytes[..len], same);
    let words: Vec<i16> = input(Kind::AnyBits, MOST);
    strategies_taken::<Sum<i16>, _>(&DEFAULT, |len| &words[..len], same);
    let halves: Vec<f16> = input(Kind::NearOne, MOST);
    strategies_taken::<Max<f16>, _>(&DEFAULT, |len| &halves[..len], same);
    let (a, b): (Vec<i32>, Vec<i32>) = (input(Kind::AnyBits, MOST), input(Kind::Ordinary, MOST));
    assert_eq!(
        strategies_taken::<Dot<i32>, _>(&DEFAULT, |len| (&a[..len], &b[..len]), same),
        Strategy::ALL
    );
    let near = whole_numbers();
    strategies_taken::<KahanSum<f32>, _>(&DEFAULT, |len| &near[..len], same);
    let matrices: Vec<Matrix> = a.iter().map(|x| Walk::lift(*x as u32)).collect();
    strategies_taken::<Fold<Matrix>, _>(&DEFAULT, |len| &matrices[..len], same);
}

/// The message of `R` by `choice`.
fn refused<R: Operator<Params: NoParameters>>(choice: impl Into<reduce_wgpu::Choice>) -> String {
    gpu().reducer_with::<R>(choice).unwrap_err().to_string()
}

#[test]
fn what_a_strategy_cannot_express_is_refused_with_one_that_can() {
    for strategy in all_but(&ORDERED) {
        assert_eq!(
            refused::<Walk>(strategy),
            format!(
                "Strategy::{strategy} does not keep the order of the input, and operands of Walk may not change places; use \
                 Strategy::Canonical, Serial, InterleavedModulo, InterleavedStrided, ContiguousTwoPass or SubgroupShuffle"
            )
        );
    }
    assert_eq!(
        refused::<Spread>(Strategy::SubgroupBuiltin),
        "Strategy::SubgroupBuiltin has no built-in such as subgroupAdd for every member of a state of Spread; use \
         Strategy::SubgroupShuffle or Canonical"
    );
    assert_eq!(
        refused::<Sum<f32>>(Strategy::Atomic),
        "Strategy::Atomic has no atomic such as atomicAdd for every member of a state of Sum_f32: they take sums, extremes and \
         bits of i32 and u32; use Strategy::Canonical or Recursive"
    );
    let policy = |workgroup, strategy| Policy {
        workgroup,
        ..Policy::with_strategy::<Sum<f32>>(strategy, gpu().caps())
    };
    assert_eq!(
        refused::<Sum<f32>>(policy(48, Strategy::Recursive)),
        "a workgroup of 48 invocations cannot be halved until one is left; set workgroup to a power of two from 2 to 1024"
    );
    assert_eq!(
        refused::<Sum<f32>>(policy(128, Strategy::Canonical)),
        "workgroups of 128 invocations would change the bits of the canonical order; set workgroup to 256, or name another Strategy"
    );
}

/// A device without subgroups has the strategies that need none.
#[test]
fn without_subgroups() {
    let gpu = reduce_tests::device::borrowed(|features, _| features.remove(wgpu::Features::SUBGROUP));
    let data: Vec<u32> = input(Kind::AnyBits, 10_007);
    let sum = Cpu::new().reduce::<Sum<u32>>(&data).unwrap();
    for strategy in Strategy::ALL {
        match gpu.reducer_with::<Sum<u32>>(strategy) {
            Ok(reducer) => {
                assert!(!strategy.needs_subgroups());
                assert_eq!(reducer.reduce(&data).unwrap(), sum, "{strategy}");
            }
            Err(error) => {
                let expected = format!(
                    "Strategy::{strategy} needs subgroups, and {} has none; use Strategy::Canonical or Sequential, or request \
                     Features::SUBGROUP with the device",
                    gpu.name()
                );
                let expected = if strategy == Strategy::LastBlock {
                    format!(
                        "Strategy::LastBlock needs coherent storage (MEMORY_DECORATION_COHERENT), which {} does not offer; use \
                         Strategy::Canonical or InterleavedTwoPass",
                        gpu.name()
                    )
                } else {
                    expected
                };
                assert_eq!(error.to_string(), expected);
            }
        }
    }
}

/// Features of the canonical order alone are refused, and whole inputs of known lengths work in the caller's encoder.
#[test]
fn strategies_do_whole_inputs_of_known_lengths() {
    let gpu = gpu();
    let data: Vec<u32> = input(Kind::AnyBits, 100_003);
    let bytes: Vec<u8> = input(Kind::AnyBits, 100_003);
    let input = gpu.device().create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: bytemuck::cast_slice(&data),
        usage: BufferUsages::STORAGE,
    });
    let mut padded = bytes.clone();
    padded.resize(100_004, 0);
    let packed = gpu.device().create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: &padded,
        usage: BufferUsages::STORAGE,
    });
    let array = gpu.upload(&data).unwrap();
    for strategy in Strategy::ALL {
        let sum = gpu.reducer_with::<Sum<u32>>(strategy).unwrap();
        let output = gpu.device().create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 16,
            usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        // From an element on that no 16-byte load can begin at.
        sum.encode(&mut encoder, input.slice(4..), 100_002, output.slice(4..8))
            .unwrap();
        let small = gpu.reducer_with::<Sum<u8>>(strategy).unwrap();
        small
            .encode(&mut encoder, packed.slice(3..), 100_000, output.slice(8..12))
            .unwrap();
        gpu.queue().submit([encoder.finish()]);
        let found: Vec<u32> = bytemuck::pod_collect_to_vec(&read(gpu, &output));
        let expected = data[1..].iter().fold(0u32, |a, b| a.wrapping_add(*b));
        assert_eq!(found[1], expected, "{strategy}");
        assert_eq!(
            found[2],
            bytes[3..].iter().map(|x| u32::from(*x)).sum::<u32>(),
            "{strategy}"
        );
        let every = Strided::new(&array, 5, 3).unwrap();
        let expected = data[5..].iter().step_by(3).fold(0u32, |a, b| a.wrapping_add(*b));
        assert_eq!(sum.reduce(every).unwrap(), expected, "{strategy}");
        let waited = pollster::block_on(sum.reduce_async(&array)).unwrap();
        assert_eq!(waited, data.iter().fold(0u32, |a, b| a.wrapping_add(*b)), "{strategy}");
        if strategy == Strategy::Canonical {
            continue;
        }
        let only = |what: &str| {
            format!(
                "Strategy::{strategy} has no {what}; use Strategy::Canonical, or give the whole input and its length"
            )
        };
        assert_eq!(sum.stream().unwrap_err().to_string(), only("streams"));
        assert_eq!(sum.partial(&data, 0).unwrap_err().to_string(), only("parts that join"));
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        let length = Length::on_device(&output, 100);
        let error = sum.encode(&mut encoder, &input, length, &output).unwrap_err();
        assert_eq!(error.to_string(), only("lengths on the device"));
    }
}

/// A state that takes more workgroup memory than 256 invocations have gets smaller workgroups.
#[test]
fn large_states_get_smaller_workgroups() {
    type Large = reduce_tests::written::Spectrum<5>;
    let data: Vec<<Large as Operator>::Input> = input(Kind::Ordinary, 10_007);
    let expected = Cpu::new().reduce::<Large>(&data).unwrap();
    for strategy in Strategy::ALL {
        match gpu().reducer_with::<Large>(strategy) {
            Ok(reducer) => assert_eq!(reducer.reduce(&data).unwrap(), expected, "{strategy}"),
            Err(error) => assert!(matches!(error, Error::Policy { .. }), "{error}"),
        }
    }
}
