//! 64-bit types: reduced where the driver has them, refused by name where it has not.

use reduce_tests::device::{Driver, gpu};
use reduce_tests::for_wide_operators;
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
