//! 64-bit types: reduced where the driver has them, refused by name where it has not.

use reduce_tests::device::{Driver, gpu};
use reduce_tests::{for_wide_operators, nist, ops};
use reduce_wgpu::{Caps, Error, Kernels, Needs};

use crate::agree::{Comparable, agree_thinly};

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
    let name = Kernels::of::<R>(&caps(Needs::F64.and(Needs::I64)))
        .unwrap()
        .operator()
        .name
        .clone();
    assert_eq!((operator, device.as_str()), (&name, gpu().name()));
    let each = [Needs::F64, Needs::I64];
    let enough = each.into_iter().find(|&offers| Kernels::of::<R>(&caps(offers)).is_ok());
    assert_eq!(*missing, enough.unwrap_or(Needs::F64.and(Needs::I64)).to_string());
}

fn caps(offers: Needs) -> Caps {
    Caps {
        offers,
        ..Caps::webgpu()
    }
}
