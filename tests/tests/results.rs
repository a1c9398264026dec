//! Structs of results: each field is what its reduction gives alone, on the CPU and on the device, and in every way to reduce.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use std::fmt::Debug;

use reduce_tests::device::{Driver, gpu, read};
use reduce_tests::in_order::First;
use reduce_tests::inputs::{Kind, input};
use reduce_tests::ops;
use reduce_tests::parameters::CountAbove;
use reduce_tests::results::{
    Body, Counts, Extremes, Farthest, FarthestParams, InTwoOrders, Lifted, LiftedAt, MeanAboveParams, Named, Only,
    Pairs, Positioned, Summary, Within, WithinParams, Words,
};
use reduce_tests::two_orders::{HashOfBytes, Level};
use reduce_tests::written::Spread;
use reduce_wgpu::prelude::*;
use reduce_wgpu::{NoParameters, ParamsOf, Step};

const LENGTHS: [usize; 8] = [0, 1, 2, 1023, 32_767, 32_769, 100_003, 400_000];

/// A result to the last bit: the digits of a float that Debug writes are those of no other.
fn exactly(result: &impl Debug) -> String {
    format!("{result:?}")
}

/// The result of `R` alone on each engine.
fn alone<R: Operator<Params: NoParameters, Output: Debug>>(engine: &Engine, data: impl Source<R::Input>) -> String {
    exactly(&engine.reduce::<R>(data).unwrap())
}

fn engines() -> [Engine; 2] {
    [Engine::Cpu(Cpu::new()), Engine::Gpu(gpu().clone())]
}

/// Asserts that these fields of a struct are what these operators give.
macro_rules! are_alone {
    ($struct:ty, $data:expr; $($field:tt: $operator:ty,)*) => {
        for engine in engines() {
            for len in LENGTHS {
                let data = &$data[..len];
                let all = engine.reduce::<$struct>(data).unwrap();
                $(assert_eq!(
                    exactly(&all.$field),
                    alone::<$operator>(&engine, data),
                    concat!(stringify!($field), " of {} on {:?}"), len, engine
                );)*
            }
        }
    };
}

/// The fields with operators of the derive, on their own.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = u32, finish = above)]
struct Above {
    #[reduce(sum, lift = (x > 0.5) as u32)]
    above: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = [f32; 2], finish = powers)]
struct Powers {
    #[reduce(sum, lift = [x, x * x])]
    powers: [f32; 2],
}

#[test]
fn every_word() {
    let data: Vec<f32> = input(Kind::Ordinary, 400_000);
    are_alone!(Words, data;
        n: ops::Count<f32>,
        mean: ops::Mean<f32>,
        least: ops::Min<f32>,
        variance: ops::Variance<f32>,
        deviation: ops::StdDev<f32>,
        above: Above,
        bottom: ops::ArgMin<f32>,
        top: ops::ArgMax<f32>,
        greatest: ops::Max<f32>,
        both: ops::MinMax<f32>,
        l1: ops::L1Norm<f32>,
        l2: ops::L2Norm<f32>,
        linf: ops::LInfNorm<f32>,
        log: ops::LogSumExp<f32>,
        precise: ops::KahanSum<f32>,
    );
}

#[test]
fn reductions_of_ones_own_and_other_structs() {
    let data: Vec<f32> = input(Kind::Ordinary, 400_000);
    are_alone!(Summary, data;
        spread: Spread,
        mean: ops::Mean<f32>,
        powers: Powers,
        extremes: Extremes<f32>,
    );
    are_alone!(Extremes<f32>, data;
        least: ops::Min<f32>,
        norm: ops::LInfNorm<f32>,
        greatest: ops::Max<f32>,
    );
    let bytes: Vec<u8> = input(Kind::Ordinary, 400_000);
    are_alone!(Only, bytes; 0: ops::Mean<u8>,);
}

#[test]
fn positions_and_order() {
    let data: Vec<f32> = input(Kind::Ordinary, 400_000);
    are_alone!(Positioned, data; mean: ops::Mean<f32>, first: First,);
    let bytes: Vec<u8> = input(Kind::Ordinary, 400_000);
    are_alone!(InTwoOrders, bytes; hash: HashOfBytes, top: ops::ArgMax<u8>, mean: ops::Mean<u8>, level: Level,);
    let last = gpu().reduce::<Positioned>(&[2.0, 0.0, 5.0, 0.5]).unwrap().last;
    assert_eq!(last, 2);
    let odd = gpu().reduce::<InTwoOrders>(&[1u8, 2, 3, 255]).unwrap().odd;
    assert_eq!(odd, 3);
}

#[test]
fn positions_beside_others_in_a_tuple() {
    let data: Vec<f32> = input(Kind::Ordinary, 400_000);
    for engine in engines() {
        for len in LENGTHS {
            let data = &data[..len];
            let (mean, at, (least, range)) = engine
                .reduce::<(ops::Mean<f32>, ops::ArgMax<f32>, (ops::Min<f32>, ops::MinMax<f32>))>(data)
                .unwrap();
            assert_eq!(exactly(&mean), alone::<ops::Mean<f32>>(&engine, data), "{len}");
            assert_eq!(exactly(&at), alone::<ops::ArgMax<f32>>(&engine, data), "{len}");
            assert_eq!(exactly(&least), alone::<ops::Min<f32>>(&engine, data), "{len}");
            assert_eq!(exactly(&range), alone::<ops::MinMax<f32>>(&engine, data), "{len}");
        }
        let bytes: Vec<u8> = input(Kind::Ordinary, 100_000);
        let (at, hash, level) = engine.reduce::<(ops::ArgMin<u8>, HashOfBytes, Level)>(&bytes).unwrap();
        assert_eq!(exactly(&at), alone::<ops::ArgMin<u8>>(&engine, &bytes));
        assert_eq!(exactly(&hash), alone::<HashOfBytes>(&engine, &bytes));
        assert_eq!(exactly(&level), alone::<Level>(&engine, &bytes));
    }
}

/// The mean of a part of the elements, as a sum and a count.
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Body, output = f32, finish = sum / count as f32)]
struct MeanOfFirst {
    #[reduce(sum, lift = x.at[0])]
    sum: f32,
    #[reduce(sum, lift = 1)]
    count: u32,
}

#[test]
fn lift_beside_a_reduction() {
    let (x, y): (Vec<f32>, Vec<f32>) = (input(Kind::NearOne, 400_000), input(Kind::Ordinary, 400_000));
    let bodies: Vec<Body> = (x.iter().zip(&y).zip(0u32..))
        .map(|((&x, &y), i)| Body {
            at: [x, y],
            mass: i.wrapping_mul(2_654_435_761) >> 28,
        })
        .collect();
    for engine in engines() {
        for len in LENGTHS {
            let all = engine.reduce::<Lifted>(&bodies[..len]).unwrap();
            let some = |of: &dyn Fn(&Body) -> f32| bodies[..len].iter().map(of).collect::<Vec<f32>>();
            let context = format!("{len} on {engine:?}");
            assert_eq!(
                (all.n, all.mass),
                (len as u64, bodies[..len].iter().map(|body| body.mass).sum())
            );
            // The canonical order is one of elements of this size, so the bits of floats are compared with an operator over the same elements.
            assert_eq!(
                exactly(&all.mean),
                alone::<MeanOfFirst>(&engine, &bodies[..len]),
                "{context}"
            );
            let chosen = some(&|body| if body.mass > 7 { body.at[1] } else { 0.5 });
            let deviation = engine.reduce::<ops::StdDev<f32>>(&chosen).unwrap();
            let is_near = (all.deviation - deviation).abs() <= 1e-6 * deviation;
            assert!(
                is_near || all.deviation.to_bits() == deviation.to_bits() || len == 0,
                "{context}"
            );
            let other = Cpu::new().reduce::<Lifted>(&bodies[..len]).unwrap();
            assert_eq!(exactly(&all), exactly(&other), "{context}");
            let far = some(&|body| body.far());
            assert_eq!(
                exactly(&all.farthest),
                alone::<ops::ArgMax<f32>>(&engine, &far),
                "{context}"
            );
            assert_eq!(
                exactly(&all.range),
                alone::<ops::MinMax<f32>>(&engine, &y[..len]),
                "{context}"
            );
            let bytes: Vec<u8> = bodies[..len].iter().map(|body| body.mass as u8).collect();
            assert_eq!(exactly(&all.local), alone::<HashOfBytes>(&engine, &bytes), "{context}");
            let negative = some(&|body| -body.at[0]);
            assert_eq!(
                exactly(&all.extremes),
                alone::<Extremes<f32>>(&engine, &negative),
                "{context}"
            );
        }
        let at = engine.reduce::<LiftedAt<i32>>(&[7, -3, 5]).unwrap();
        let least = Indexed { index: 1, value: -3 };
        assert_eq!(
            at,
            LiftedAt {
                least,
                middle: 1.0,
                n: 3
            }
        );
    }
}

#[test]
fn several_buffers_and_a_result_for_the_host() {
    let (a, b): (Vec<f32>, Vec<f32>) = (input(Kind::NearOne, 100_000), input(Kind::Ordinary, 100_000));
    for engine in engines() {
        let all = engine.reduce::<Pairs>((&a, &b)).unwrap();
        assert_eq!(exactly(&all.dot), alone::<ops::Dot<f32>>(&engine, (&a, &b)));
        assert_eq!(exactly(&all.named), alone::<Named>(&engine, (&a, &b)));
    }
}

#[test]
fn parameters_of_members() {
    let data: Vec<f32> = (0..100_000).map(|i| i as f32).collect();
    let params = |low, high| {
        let (low, high) = (
            CountAbove { threshold: low },
            ops::CountAbove::<f32> { threshold: high },
        );
        ParamsOf::<Counts>(((), low, high))
    };
    for engine in engines() {
        let counts = engine.reducer_using(params(9.0, 99_990.0)).unwrap();
        let expected = |above, far_above| Counts {
            n: 100_000,
            above,
            far_above,
        };
        assert_eq!(counts.reduce(&data).unwrap(), expected(99_990, 9));
        counts.set(params(99.0, 50_000.0));
        assert_eq!(counts.reduce(&data).unwrap(), expected(99_900, 49_999));
    }
}

#[test]
fn parameters_of_derived_operators() {
    let data: Vec<f32> = (0..100_000).map(|i| i as f32).collect();
    for engine in engines() {
        let mean = engine
            .reducer_using(MeanAboveParams {
                limit: 99_997.5,
                scale: [2.0, 0.25],
            })
            .unwrap();
        assert_eq!(mean.reduce(&data).unwrap(), 49_999.25, "{engine:?}");
        mean.set(MeanAboveParams {
            limit: 9.0,
            scale: [0.0, 1.0],
        });
        assert_eq!(mean.reduce(&data).unwrap(), 0.0);
        let farthest = engine.reducer_using(FarthestParams { from: 7i32 }).unwrap();
        assert_eq!(farthest.reduce(&[3, 2]).unwrap(), Farthest { distance: 7 });
        assert_eq!(farthest.reduce(&[3, 9]).unwrap(), Farthest { distance: 9 });

        let within = engine.reducer_using(WithinParams { low: 9.5, high: 20.0 }).unwrap();
        let expected = Within {
            n: 100_000,
            inside: 10,
            above: 99_979,
            greatest: 99_999.0,
            far: 99_980,
        };
        assert_eq!(within.reduce(&data).unwrap(), expected, "{engine:?}");
        within.set(WithinParams { low: 0.5, high: 2.0 });
        let expected = Within {
            inside: 1,
            above: 99_997,
            far: 99_998,
            ..expected
        };
        assert_eq!(within.reduce(&data).unwrap(), expected, "{engine:?}");
    }
}

#[test]
fn streams_parts_and_strategies() {
    let data: Vec<f32> = input(Kind::Ordinary, 200_000);
    let expected = Cpu::new().reduce::<Summary>(&data).unwrap();
    let reducer = gpu().reducer::<Summary>().unwrap();
    let mut stream = reducer.stream().unwrap();
    data.chunks(33_333).for_each(|piece| stream.push(piece).unwrap());
    assert_eq!(stream.finish().unwrap(), expected);
    let cut = Partial::<Summary>::tile_len() as usize;
    let left = Cpu::new().partial::<Summary>(&data[..cut], 0).unwrap();
    let mut whole = Partial::<Summary>::from_bytes(&left.to_bytes()).unwrap();
    whole
        .merge(&reducer.partial(&data[cut..], cut as u64).unwrap())
        .unwrap();
    assert_eq!(whole.finish().unwrap(), expected);
    let mut tried = 0;
    for strategy in Strategy::ALL {
        match gpu().reducer_with::<Extremes<u32>>(strategy) {
            Ok(reducer) => {
                let found = reducer.reduce(&[5, 3, 9, 4]).unwrap();
                assert_eq!(
                    found,
                    Extremes {
                        least: 3,
                        norm: 9,
                        greatest: 9
                    },
                    "{strategy}"
                );
                tried += 1;
            }
            Err(Error::Policy { .. }) => {}
            Err(error) => panic!("{strategy}: {error}"),
        }
    }
    assert!(tried > 5, "{tried} strategies");
}

#[test]
fn a_device_writes_a_struct_that_is_a_gpu_type() {
    let data: Vec<f32> = input(Kind::Ordinary, 100_000);
    let reducer = gpu().reducer::<Summary>().unwrap();
    assert_eq!(reducer.output_bytes().unwrap(), size_of::<Summary>() as u64);
    let array = gpu().upload(&data).unwrap();
    let output = gpu().device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: size_of::<Summary>() as u64,
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });
    let mut encoder = gpu()
        .device()
        .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    reducer
        .encode(&mut encoder, &array, data.len() as u64, &output)
        .unwrap();
    gpu().queue().submit([encoder.finish()]);
    let found: Vec<f32> = bytemuck::pod_collect_to_vec(&read(gpu(), &output));
    let expected = Cpu::new().reduce::<Summary>(&data).unwrap();
    let exact = [expected.powers[0], expected.powers[1], expected.extremes.least];
    assert_eq!([found[2], found[3], found[4]], exact);
    for (found, expected) in [(found[0], expected.spread), (found[1], expected.mean)] {
        assert!(
            (found - expected).abs() <= 4.0 * f32::EPSILON * expected.abs(),
            "{found} {expected}"
        );
    }
}

/// A `finish` that would be WGSL, and is not to be.
struct Halved;

#[gpu]
impl Reduction for Halved {
    type Input = f32;
    type State = ops::Max<f32>;
    type Output = f32;
    fn lift(x: f32) -> ops::Max<f32> {
        ops::Max::<f32>::lift(x)
    }
    #[host]
    fn finish(state: ops::Max<f32>) -> f32 {
        foreign(ops::Max::<f32>::finish(state))
    }
}

/// Another crate's function, as it were.
fn foreign(x: f32) -> f32 {
    x / 2.0
}

#[test]
fn a_finish_without_wgsl_is_for_the_host() {
    let reducer = gpu().reducer::<Halved>().unwrap();
    assert_eq!(reducer.reduce(&[1.0, 6.0]).unwrap(), 3.0);
    assert!(reducer.kernels().step(Step::Finish).is_err());
    assert_eq!(
        reducer.output_bytes().unwrap_err().to_string(),
        "the result of Halved is made on the host alone: `#[host]` stands above its finish; read it with reduce(), which finishes there"
    );
    let quotient = Cpu::new().reduce::<Quotient>(&[3.0, 4.0]).unwrap();
    assert_eq!(
        (quotient, Cpu::new().reduce::<Quotient>(&[]).unwrap()),
        (Some(3.5), None)
    );
    assert_eq!(gpu().reduce::<Quotient>(&[3.0, 4.0]).unwrap(), Some(3.5));
}

/// An output and a `finish` of the derive that are no WGSL.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = Option<f32>, finish = (count > 0).then(|| sum / count as f32))]
struct Quotient {
    #[reduce(sum)]
    sum: f32,
    #[reduce(sum, lift = 1)]
    count: u32,
}

#[test]
fn numbers_of_64_bits() {
    if Driver::of_this_run().has_64_bits() {
        let data: Vec<f64> = input(Kind::Ordinary, 100_000);
        for engine in engines() {
            let all = engine.reduce::<Extremes<f64>>(&data).unwrap();
            assert_eq!(exactly(&all.norm), alone::<ops::LInfNorm<f64>>(&engine, &data));
            assert_eq!(exactly(&all.least), alone::<ops::Min<f64>>(&engine, &data));
        }
    }
}

#[test]
fn laws() {
    reduce_wgpu::check_monoid!(Summary);
}
