//! The choices of a policy: none changes a bit, and each shows in the kernels.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

use half::f16;
use reduce_tests::device::{Driver, gpu};
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::operators::Stats;
use reduce_tests::ops::{
    All, Any, ArgMax, ArgMin, BitAnd, BitOr, BitXor, Count, Dot, Fold, KahanSum, Max, Mean, Min, MinMax, Product, Sum,
    WideSum,
};
use reduce_tests::written::{Compose, Spread};
use reduce_wgpu::prelude::*;

/// Several fields over bytes: a sum that a dot product gives, and others that it does not.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u8)]
struct Bytes {
    #[reduce(sum, lift = x.widen())]
    sum: u32,
    #[reduce(max, lift = x.widen())]
    max: u32,
    #[reduce(sum, lift = 1)]
    count: u32,
    #[reduce(xor, lift = u32::from(x) << 3)]
    shifted: u32,
    #[reduce(sum, lift = u32::from(x))]
    again: u32,
}

/// A sum in other words, of a state so large that an invocation takes two columns: no whole word.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = i8)]
struct Wide {
    #[reduce(sum, lift = x.widen())]
    sum: i32,
    #[reduce(max, lift = [x.widen(); 12])]
    max: [i32; 12],
}

/// A sum that a dot product gives beside a maximum of floats, whose columns hold integers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u8)]
struct Beside {
    #[reduce(sum, lift = u32::from(x))]
    total: u32,
    #[reduce(max, lift = x.to_f32())]
    top: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct Seen {
    #[reduce(any)]
    seen: u32,
}

/// Around words, rows, tiles of every shape here, and the last of several passes.
const LENGTHS: [usize; 12] = [0, 1, 3, 4, 15, 17, 4095, 4097, 32_769, 131_071, 131_073, 1_000_003];

/// `R` over `data` at all lengths by every policy, beside the CPU.
fn same<R>(data: &[R::Input])
where
    R: Operator<Params: NoParameters, Output: std::fmt::Debug + GpuType>,
    for<'a> &'a [R::Input]: Source<R::Input>,
{
    let (gpu, cpu) = (gpu(), Cpu::new());
    let bits = |value: R::Output| format!("{value:?}");
    let expected = LENGTHS.map(|len| bits(cpu.reduce::<R>(&data[..len]).unwrap()));
    for (built_ins, packed_dot, subgroups, variable_workgroups) in [
        (true, true, true, 0),
        (false, false, true, 1),
        (true, false, false, 7),
        (false, true, false, 512),
        (true, true, true, 3),
        (true, false, true, 512),
    ] {
        let policy = Policy {
            built_ins,
            packed_dot,
            subgroups,
            variable_workgroups,
            ..Policy::of::<R>(gpu.caps())
        };
        let reducer = gpu.reducer_with::<R>(policy).unwrap();
        for (len, expected) in LENGTHS.into_iter().zip(&expected) {
            let found = bits(reducer.reduce(&data[..len]).unwrap());
            assert_eq!(&found, expected, "{reducer:?}, {len}, {policy:?}");
        }
    }
}

/// `R` over `data` with tiles that several workgroups share, beside tiles of one and the CPU.
fn shared<R, S>(of: impl Fn(usize) -> S)
where
    R: Operator<Params: NoParameters, Output: std::fmt::Debug + GpuType>,
    S: Source<R::Input> + Copy,
{
    let (gpu, cpu) = (gpu(), Cpu::new());
    let bits = |value: R::Output| format!("{value:?}");
    for split_workgroups in [0, 9, 60_000] {
        let policy = Policy {
            split_workgroups,
            ..Policy::of::<R>(gpu.caps())
        };
        let reducer = gpu.reducer_with::<R>(policy).unwrap();
        for len in LENGTHS
            .into_iter()
            .chain([1023, 1025, 32_768 + 255, 32_768 + 257, 131_072])
        {
            let (found, expected) = (reducer.reduce(of(len)).unwrap(), cpu.reduce::<R>(of(len)).unwrap());
            assert_eq!(bits(found), bits(expected), "{reducer:?}, {len}, {split_workgroups}");
        }
    }
}

/// Positions in tiles of other lengths.
#[test]
fn variable_tiles_find_the_same_place() {
    let (floats, integers): (Vec<f32>, Vec<i32>) = (input(Kind::Nans, 1_000_003), input(Kind::Equal, 1_000_003));
    for variable_workgroups in [0, 1, 9, 16, 512] {
        let greatest = gpu().reducer_with::<ArgMax<f32>>(Policy {
            variable_workgroups,
            ..Policy::of::<ArgMax<f32>>(gpu().caps())
        });
        let least = gpu().reducer_with::<ArgMin<i32>>(Policy {
            variable_workgroups,
            ..Policy::of::<ArgMin<i32>>(gpu().caps())
        });
        let (greatest, least) = (greatest.unwrap(), least.unwrap());
        for len in LENGTHS {
            let found = greatest.reduce(&floats[..len]).unwrap();
            let expected = Cpu::new().reduce::<ArgMax<f32>>(&floats[..len]).unwrap();
            assert_eq!(
                format!("{found:?}"),
                format!("{expected:?}"),
                "{len}, {variable_workgroups}"
            );
            let found = least.reduce(&integers[..len]).unwrap();
            assert_eq!(found, Cpu::new().reduce::<ArgMin<i32>>(&integers[..len]).unwrap());
        }
    }
}

/// Whatever tiles `reduce` chooses, `encode` has room for all tiles that it takes itself.
#[test]
fn scratch_is_made_for_what_encode_runs() {
    let gpu = gpu();
    let array = gpu.upload(&all::<u32>()).unwrap();
    for strategy in Strategy::ALL {
        let policy = Policy {
            variable_workgroups: 16,
            split_workgroups: 512,
            ..Policy::with_strategy::<Max<u32>>(strategy, gpu.caps())
        };
        let max = gpu.reducer_with::<Max<u32>>(policy).unwrap();
        for len in [1, 32_769, 300_000, array.len()] {
            let max = max.with_scratch(&max.scratch(len as u64).unwrap()).unwrap();
            let output = gpu.device().create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: 4,
                usage: wgpu::BufferUsages::STORAGE,
                mapped_at_creation: false,
            });
            let mut encoder = gpu.device().create_command_encoder(&Default::default());
            max.encode(&mut encoder, &array, len, &output)
                .unwrap_or_else(|error| panic!("{strategy}, {len}: {error}"));
        }
    }
}

#[test]
fn split_tiles_have_the_bits_of_whole_ones() {
    let floats: Vec<f32> = input(Kind::Ordinary, 1_000_003);
    let (bytes, halves) = (all::<u8>(), input::<f16>(Kind::Ordinary, 1_000_003));
    let near: Vec<f32> = input(Kind::NearOne, 1_000_003);
    shared::<Sum<f32>, _>(|len| &floats[..len]);
    shared::<Max<f32>, _>(|len| &floats[..len]);
    shared::<Stats, _>(|len| &floats[..len]);
    shared::<ArgMax<f32>, _>(|len| &floats[..len]);
    shared::<KahanSum<f32>, _>(|len| &floats[..len]);
    shared::<Sum<u8>, _>(|len| &bytes[..len]);
    shared::<Max<u8>, _>(|len| &bytes[..len]);
    shared::<Sum<f16>, _>(|len| &halves[..len]);
    shared::<(Sum<f32>, Max<f32>), _>(|len| &floats[..len]);
    // One run of the input per invocation: such tiles are not shared.
    shared::<Compose, _>(|len| &near[..len]);
}

/// Several buffers, one of them narrow, and a future.
#[test]
fn split_tiles_of_several_buffers() {
    let (a, b): (Vec<f32>, Vec<f32>) = (input(Kind::NearOne, 100_003), input(Kind::Ordinary, 100_003));
    shared::<Dot<f32>, _>(|len| (&a[..len.min(100_003)], &b[..len.min(100_003)]));
    let policy = Policy {
        split_workgroups: 1000,
        ..Policy::of::<Stats>(gpu().caps())
    };
    let reducer = gpu().reducer_with::<Stats>(policy).unwrap();
    let array = gpu().upload(&b).unwrap();
    let waited = pollster::block_on(reducer.reduce_async(&array)).unwrap();
    assert_eq!(waited, gpu().reduce::<Stats>(&b).unwrap());
}

/// Whether the kernels of `R` use built-ins and dot products.
fn used<R: Operator<Params: NoParameters>>() -> (bool, bool) {
    let kernels = gpu().reducer::<R>().unwrap();
    let tiles = &kernels.kernels().all()[0];
    assert_eq!(tiles.uses_built_ins(), kernels.kernels().all()[1].uses_built_ins());
    (tiles.uses_built_ins(), tiles.uses_packed_dot())
}

fn all<T: Sample>() -> Vec<T> {
    input(Kind::AnyBits, 1_000_003)
}

#[test]
fn packed_bytes_have_the_bits_of_single_ones() {
    same::<Sum<u8>>(&all::<u8>());
    same::<Sum<i8>>(&all::<i8>());
    same::<Mean<u8>>(&all::<u8>());
    same::<Bytes>(&all::<u8>());
    same::<Wide>(&all::<i8>());
    same::<Beside>(&all::<u8>());
    same::<(Sum<u8>, Max<u8>)>(&all::<u8>());
    assert_eq!((used::<Sum<u8>>(), used::<Sum<i8>>()), ((true, true), (true, true)));
    assert_eq!((used::<Bytes>(), used::<Wide>()), ((true, true), (false, false)));
}

#[test]
fn built_ins_have_the_bits_of_the_tree() {
    same::<Sum<u32>>(&all::<u32>());
    same::<Sum<i32>>(&all::<i32>());
    same::<Product<i32>>(&all::<i32>());
    same::<Min<i32>>(&all::<i32>());
    same::<Max<u32>>(&all::<u32>());
    same::<MinMax<f32>>(&input(Kind::Ordinary, 1_000_003));
    same::<Min<f32>>(&input(Kind::Nans, 1_000_003));
    same::<BitAnd<i32>>(&all::<i32>());
    same::<BitOr<u32>>(&all::<u32>());
    same::<BitXor<u32>>(&all::<u32>());
    same::<Any<u32>>(&all::<u32>());
    same::<All<u32>>(&all::<u32>());
    same::<Count<f32>>(&all::<f32>());
    same::<(Sum<i32>, Max<i32>, (Count<i32>, Any<i32>))>(&all::<i32>());
    for (used, what) in [
        (used::<Sum<u32>>(), "sum"),
        (used::<MinMax<f32>>(), "extremes"),
        (used::<(Sum<i32>, Max<i32>)>(), "several"),
    ] {
        assert_eq!(used, (true, false), "{what}");
    }
}

/// A monoid that rounds, keeps an order or has no built-in is folded by the tree whatever is asked for.
#[test]
fn other_monoids_keep_their_tree() {
    assert_eq!(used::<Sum<f32>>(), (false, false));
    // A lone state of 2 stays one of 2.
    assert_eq!(used::<Any<u32>>(), (false, false));
    let lone = [Seen { seen: 2 }];
    assert_eq!(gpu().reduce::<Fold<Seen>>(&lone).unwrap(), lone[0]);
    assert_eq!(Cpu::new().reduce::<Fold<Seen>>(&lone).unwrap(), lone[0]);
    assert_eq!(used::<Stats>(), (false, false));
    assert_eq!(used::<ArgMax<i32>>(), (false, false));
    assert_eq!(used::<WideSum<u8>>(), (false, false));
    assert_eq!(used::<Mean<f32>>(), (false, false));
}

#[test]
fn explain_says_what_was_chosen_and_why() {
    let page = |policy: Option<Policy>| {
        let policy = policy.unwrap_or_else(|| Policy::of::<Sum<u8>>(gpu().caps()));
        gpu().reducer_with::<Sum<u8>>(policy).unwrap().kernels().explain()
    };
    let chosen = page(None);
    assert!(chosen.contains("chosen     as measured best on "), "{chosen}");
    assert!(
        chosen.contains("built-ins inside, because the monoid is exact"),
        "{chosen}"
    );
    assert!(
        chosen.contains("all of a load at a time, by dot products with ones"),
        "{chosen}"
    );
    let own = page(Some(Policy {
        in_flight: 4,
        built_ins: false,
        packed_dot: false,
        ..Policy::of::<Sum<u8>>(gpu().caps())
    }));
    assert!(own.contains("chosen     by the caller"), "{own}");
    assert!(own.contains("shuffles inside") && !own.contains("dot product"), "{own}");
}

/// Whatever is chosen, the result is the same.
#[test]
fn no_policy_changes_a_bit() {
    let gpu = gpu();
    let data: Vec<f32> = input(Kind::Ordinary, 700_001);
    let near: Vec<f32> = input(Kind::NearOne, 100_003);
    let stats = gpu.reduce::<Stats>(&data).unwrap();
    let maps = gpu.reduce::<Compose>(&near).unwrap();
    for in_flight in [1, 2, 4, 8, 16, 32] {
        for subgroups in [true, false] {
            let policy = Policy {
                in_flight,
                subgroups,
                ..Policy::of::<Stats>(gpu.caps())
            };
            let reducer = gpu.reducer_with::<Stats>(policy).unwrap();
            assert_eq!(reducer.kernels().policy(), policy);
            assert_eq!(reducer.kernels().all()[0].in_flight(), in_flight);
            assert_eq!(reducer.kernels().all()[0].uses_subgroups(), subgroups);
            assert_eq!(reducer.reduce(&data).unwrap(), stats, "{policy:?}");
            // A branch in every copy makes SwiftShader compile for minutes.
            if in_flight <= 4 || (in_flight == 8 && Driver::of_this_run() == Driver::Llvmpipe) {
                let reducer = gpu.reducer_with::<Compose>(policy).unwrap();
                assert_eq!(reducer.reduce(&near).unwrap(), maps, "{policy:?}");
                // Eight neighbouring invocations read lines of their runs together.
                let has_lines = reducer.kernels().all()[0].wgsl().contains("of_line");
                assert_eq!(has_lines, in_flight == 8 && subgroups, "{policy:?}");
            }
        }
    }
    assert_eq!(Policy::of::<Stats>(gpu.caps()).in_flight, 8);
    assert_eq!(Policy::of::<Spread>(gpu.caps()).in_flight, 1);
    for in_flight in [0, 3, 64] {
        let policy = Policy {
            in_flight,
            ..Policy::of::<Stats>(gpu.caps())
        };
        let error = gpu.reducer_with::<Stats>(policy).unwrap_err().to_string();
        let problem = format!("{in_flight} loads in flight do not divide the 32 of an invocation");
        assert_eq!(error, format!("{problem}; set in_flight to 1, 2, 4, 8, 16 or 32"));
    }
}
