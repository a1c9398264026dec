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
    let floats = std::any::type_name::<R::Input>().contains("f64");
    let expected = match operator.as_str() {
        // A position beside a 64-bit float takes 64 bits as well.
        "ArgMax" if floats => features.join(", "),
        "Wide" => features.join(", "),
        _ if floats => features[0].to_owned(),
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
