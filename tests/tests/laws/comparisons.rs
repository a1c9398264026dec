//! Comparisons of structs that somebody wrote: those of `#[gpu]` are taken, and those that are not what Rust derives are refused.

use std::cmp::Ordering;

use reduce_wgpu::{OperatorWgsl, prelude::*};

/// A type with a `==` or a `<` of its own, in an operator that compares two of them; and whether it has WGSL.
macro_rules! compared {
    ($($name:ident($t:ty) by $symbol:tt, $taken:literal { $($written:item)* })*) => {$(
        #[test]
        fn $name() {
            #[derive(Clone, Copy, GpuType)]
            struct Compared {
                a: $t,
                b: $t,
            }

            $($written)*

            struct Counts;

            #[gpu]
            impl Reduction for Counts {
                type Input = (Compared, Compared);
                type State = ops::Sum<u32>;
                type Output = u32;
                fn lift(x: (Compared, Compared)) -> ops::Sum<u32> {
                    ops::Sum::<u32>::lift((x.0 $symbol x.1) as u32)
                }
                fn finish(s: ops::Sum<u32>) -> u32 {
                    ops::Sum::<u32>::finish(s)
                }
            }

            match OperatorWgsl::of::<Counts>(&Caps::webgpu()) {
                Ok(_) => assert!($taken, "it should be refused"),
                Err(error) => {
                    let error = error.to_string();
                    assert!(!$taken, "{error}");
                    assert!(error.contains("of `Compared` is not the one that Rust derives: write `#[gpu]` on its"), "{error}");
                }
            }
        }
    )*};
}

compared! {
    derived_members_are_taken(f32) by ==, true {
        impl PartialEq for Compared { fn eq(&self, other: &Self) -> bool { self.a == other.a && self.b == other.b } }
    }
    derived_orders_are_taken((f32, [u8; 3])) by <=, true {
        #[derive(PartialEq, PartialOrd)]
        struct Inner((f32, [u8; 3]), (f32, [u8; 3]));
        impl PartialEq for Compared { fn eq(&self, other: &Self) -> bool { Inner(self.a, self.b) == Inner(other.a, other.b) } }
        impl PartialOrd for Compared {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> { Inner(self.a, self.b).partial_cmp(&Inner(other.a, other.b)) }
        }
    }
    marked_equality_is_taken(u32) by !=, true {
        #[gpu]
        impl PartialEq for Compared { fn eq(&self, other: &Self) -> bool { self.a % 12 == other.a % 12 } }
    }
    one_member_alone(u32) by ==, false {
        impl PartialEq for Compared { fn eq(&self, other: &Self) -> bool { self.a == other.a } }
    }
    pairs_without_order(u32) by ==, false {
        impl PartialEq for Compared {
            fn eq(&self, other: &Self) -> bool {
                (self.a, self.b) == (other.a, other.b) || (self.a, self.b) == (other.b, other.a)
            }
        }
    }
    tolerances(f32) by ==, false {
        impl PartialEq for Compared {
            fn eq(&self, other: &Self) -> bool { (self.a - other.a).abs() < 1e-9 && (self.b - other.b).abs() < 1e-9 }
        }
    }
    bits_of_floats(f32) by !=, false {
        impl PartialEq for Compared {
            fn eq(&self, other: &Self) -> bool { self.a.to_bits() == other.a.to_bits() && self.b.to_bits() == other.b.to_bits() }
        }
    }
    letters_of_either_case(u8) by ==, false {
        impl PartialEq for Compared {
            fn eq(&self, other: &Self) -> bool { self.a.eq_ignore_ascii_case(&other.a) && self.b == other.b }
        }
    }
    hours_of_a_clock(u32) by ==, false {
        impl PartialEq for Compared { fn eq(&self, other: &Self) -> bool { self.a % 12 == other.a % 12 && self.b == other.b } }
    }
    reversed_orders(i32) by <, false {
        impl PartialEq for Compared { fn eq(&self, other: &Self) -> bool { (self.a, self.b) == (other.a, other.b) } }
        impl PartialOrd for Compared {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> { (other.a, other.b).partial_cmp(&(self.a, self.b)) }
        }
    }
    the_second_member_first(i32) by >=, false {
        impl PartialEq for Compared { fn eq(&self, other: &Self) -> bool { (self.a, self.b) == (other.a, other.b) } }
        impl PartialOrd for Compared {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> { (self.b, self.a).partial_cmp(&(other.b, other.a)) }
        }
    }
    total_orders_of_floats(f32) by <, false {
        impl PartialEq for Compared { fn eq(&self, other: &Self) -> bool { self.a == other.a && self.b == other.b } }
        impl PartialOrd for Compared {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.a.total_cmp(&other.a).then(self.b.total_cmp(&other.b)))
            }
        }
    }
}
