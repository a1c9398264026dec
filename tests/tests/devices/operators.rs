//! Every operator on 32-bit types.

use reduce_tests::device::gpu;
use reduce_tests::{for_built_in_operators, for_operators_on_other_inputs, for_user_operators};

use crate::agree::agree_thinly;

macro_rules! each {
    ($($name:ident: $operator:ty,)*) => {$(
        #[test]
        fn $name() {
            agree_thinly::<$operator>(gpu());
        }
    )*};
}

for_built_in_operators!(each);
for_operators_on_other_inputs!(each);
for_user_operators!(each);
