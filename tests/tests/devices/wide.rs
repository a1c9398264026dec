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
    let name = Kernels::of::<R>(&wide_caps()).unwrap().operator().name.clone();
    assert_eq!((operator, device.as_str()), (&name, gpu().name()));
    let features = ["64-bit floats (SHADER_F64)", "64-bit integers (SHADER_INT64)"];
    let expected = match std::any::type_name::<R::Input>() {
        "f64" => features[0].to_owned(),
        _ if operator == "Wide" => features.join(", "),
        _ => features[1].to_owned(),
    };
    assert_eq!(*missing, expected);
}

fn wide_caps() -> Caps {
    Caps {
        offers: Needs::F64.and(Needs::I64),
        ..Caps::webgpu()
    }
}
