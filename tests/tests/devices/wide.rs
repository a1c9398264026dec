//! 64-bit types: reduced where the driver has them, refused by name where it does not.

use reduce_tests::device::{Driver, gpu};
use reduce_tests::inputs::{Kind, input};
use reduce_tests::{for_wide_operators, nist, ops};
use reduce_wgpu::prelude::*;
use reduce_wgpu::{Caps, Kernels, Needs, Step};

use crate::agree::{Comparable, agree, agree_thinly};

macro_rules! each {
    ($($name:ident: $operator:ty,)*) => {$(
        #[test]
        fn $name() {
            agree_or_refuse::<$operator>();
        }
    )*};
}

for_wide_operators!(each);

/// Where the driver has 64 bits, the deviation of NIST's data has the digits that it has on the CPU.
#[test]
fn certified_data_have_the_digits_that_numpy_gives() {
    if !Driver::of_this_run().has_64_bits() {
        let error = gpu().reduce::<ops::StdDev<f64, 1>>(&[1.0]).unwrap_err();
        assert!(matches!(error, Error::MissingFeature { .. }), "{error}");
        return;
    }
    for set in nist::num_acc() {
        let (mean, deviation) = gpu()
            .reduce::<(ops::Mean<f64>, ops::StdDev<f64, 1>)>(&set.data)
            .unwrap();
        let digits = (nist::digits(mean, set.mean), nist::digits(deviation, set.deviation));
        assert!(
            digits.0 >= 15.0 && digits.1 >= set.numpy_digits,
            "{}: {mean} and {deviation} have {digits:?} digits",
            set.name
        );
    }
}

/// A mean of f64 that goes on from element to element, with a weight of `b.n / n`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Running {
    n: f64,
    mean: f64,
}

#[gpu]
impl Monoid for Running {
    fn identity() -> Self {
        Running { n: 0.0, mean: 0.0 }
    }

    fn combine(a: Self, b: Self) -> Self {
        let n = a.n + b.n;
        if n == 0.0 {
            return a;
        }
        let w = b.n / n;
        Running {
            n,
            mean: a.mean + (b.mean - a.mean) * w,
        }
    }
}

/// Every element counts for one: kernels look its weight up.
struct CountsOne;

#[gpu]
impl Reduction for CountsOne {
    type Input = f64;
    type State = Running;
    type Output = f64;

    fn lift(x: f64) -> Running {
        Running { n: 1.0, mean: x }
    }

    fn finish(s: Running) -> f64 {
        s.mean
    }
}

/// Every element counts for three, so no weight is the one that kernels expect.
struct CountsThree;

#[gpu]
impl Reduction for CountsThree {
    type Input = f64;
    type State = Running;
    type Output = f64;

    fn lift(x: f64) -> Running {
        Running { n: 3.0, mean: x }
    }

    fn finish(s: Running) -> f64 {
        s.mean
    }
}

/// Every element counts for one, and the quotient is the weight of the left operand.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct FromTheRight {
    n: f64,
    mean: f64,
}

#[gpu]
impl Monoid for FromTheRight {
    fn identity() -> Self {
        FromTheRight { n: 0.0, mean: 0.0 }
    }

    fn combine(a: Self, b: Self) -> Self {
        let n = a.n + b.n;
        let w = if n > 0.0 { a.n / n } else { 0.0 };
        FromTheRight {
            n,
            mean: b.mean + (a.mean - b.mean) * w,
        }
    }
}

struct FromTheRightOne;

#[gpu]
impl Reduction for FromTheRightOne {
    type Input = f64;
    type State = FromTheRight;
    type Output = f64;

    fn lift(x: f64) -> FromTheRight {
        FromTheRight { n: 1.0, mean: x }
    }

    fn finish(s: FromTheRight) -> f64 {
        s.mean
    }
}

#[test]
fn weights_that_are_known_are_those_of_a_division() {
    fn full_tiles<R: Operator<Params: NoParameters>>() -> Option<String> {
        let kernel = Kernels::kernel::<R>(Step::FullTiles, &caps(Needs::F64.union(Needs::I64)));
        kernel.ok().map(|kernel| kernel.wgsl().to_owned())
    }
    for text in [
        full_tiles::<CountsOne>(),
        full_tiles::<ops::Variance<f64>>(),
        full_tiles::<(ops::Max<f64>, ops::StdDev<f64, 1>)>(),
    ] {
        let text = text.unwrap();
        assert!(
            text.contains("0.3333333333333333lf") && text.contains("known_weight = 0.5lf;"),
            "{text}"
        );
        let operator = text.split("fn reduce_workgroup").next().unwrap_or_default();
        let mut code = operator.lines().filter(|line| !line.trim_start().starts_with("//"));
        assert!(code.all(|line| !line.contains(" / ")), "{text}");
    }
    assert_eq!(full_tiles::<CountsThree>(), None);
    assert_eq!(full_tiles::<FromTheRightOne>(), None);
    assert_eq!(full_tiles::<(CountsThree, ops::StdDev<f64>)>(), None);
    agree_or_refuse::<CountsOne>();
    agree_or_refuse::<CountsThree>();
    agree_or_refuse::<FromTheRightOne>();
    agree_or_refuse::<ops::Variance<f64>>();
    agree_or_refuse::<ops::Skewness<f64>>();
    agree_or_refuse::<ops::Covariance<f64, 1>>();
    agree_or_refuse::<ops::Correlation<f64>>();
    agree_or_refuse::<(CountsThree, ops::StdDev<f64, 1>, ops::Max<f64>)>();
}

/// So many tiles that no workgroups share one, and a partial tile.
#[test]
fn full_tiles_and_the_last_one_have_the_bits_of_the_cpu() {
    if !Driver::of_this_run().has_64_bits() {
        return;
    }
    let tile = 1 << 14;
    let data: Vec<f64> = input(Kind::Ordinary, 300 * tile + 77);
    for len in [tile, 300 * tile, 300 * tile + 1, 300 * tile + 77] {
        agree::<(ops::Variance<f64>, CountsOne)>(gpu(), &data[..len], "full tiles");
    }
    let kernels = Kernels::of::<(ops::Variance<f64>, CountsOne)>(gpu().caps()).unwrap();
    assert!(
        kernels.explain().contains("it divides nothing"),
        "{}",
        kernels.explain()
    );
}

fn agree_or_refuse<R: Comparable>() {
    if Driver::of_this_run().has_64_bits() {
        agree_thinly::<R>(gpu());
        return;
    }
    let error = gpu().reduce::<R>(&[]).unwrap_err();
    assert_eq!(gpu().reducer::<R>().err(), Some(error.clone()));
    let Error::MissingFeature {
        operator,
        missing,
        device,
        ..
    } = &error
    else {
        panic!("{error}")
    };
    let name = Kernels::of::<R>(&caps(Needs::F64.union(Needs::I64)))
        .unwrap()
        .operator()
        .name
        .clone();
    assert_eq!((operator, device.as_str()), (&name, gpu().name()));
    let each = [Needs::F64, Needs::I64];
    let enough = each.into_iter().find(|&offers| Kernels::of::<R>(&caps(offers)).is_ok());
    assert_eq!(*missing, enough.unwrap_or(Needs::F64.union(Needs::I64)).to_string());
}

fn caps(offers: Needs) -> Caps {
    Caps::webgpu().with(|caps| caps.offers = offers)
}
