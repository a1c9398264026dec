//! Tuples as values in GPU functions: a WGSL struct for each. They live in no buffer.

use crate::columns::Columns;
use crate::gpu_type::{GpuType, Needs};
use crate::wgsl::Module;

macro_rules! tuple {
    ($($t:ident $index:tt $name:literal $member:literal),*) => {
        impl<$($t: GpuType),*> GpuType for ($($t,)*) {
            const NEEDS: Needs = Needs::NONE$(.and($t::NEEDS))*;
            const ALIGN: usize = 4;
            const MEMBERS: &'static [(&'static str, &'static str)] = &[$(($name, $member)),*];
            type Columns = Strips<$($t),*>;

            fn wgsl_name() -> String {
                ["Tuple".to_owned(), $($t::wgsl_name()),*].join("_")
            }

            fn wgsl_type(module: &mut Module) -> String {
                module.structure::<Self>(&Self::wgsl_name(), |module| vec![$(($member, $t::wgsl_type(module))),*])
            }

            fn wgsl_value(self, module: &mut Module) -> String {
                let members = [$(self.$index.wgsl_value(module)),*];
                crate::private::construct::<Self>(&members, module)
            }

            fn wgsl_shuffle_xor(value: &str, distance: &str, module: &mut Module) -> String {
                let members = [$($t::wgsl_shuffle_xor(&format!(concat!("{}.", $member), value), distance, module)),*];
                crate::private::construct::<Self>(&members, module)
            }

            fn wgsl_select(no: &str, yes: &str, condition: &str, module: &mut Module) -> String {
                crate::private::select::<Self>(no, yes, condition, module, |module| {
                    vec![$($t::wgsl_select(concat!("no.", $member), concat!("yes.", $member), "condition", module)),*]
                })
            }

            fn canonical(self) -> Self {
                ($(self.$index.canonical(),)*)
            }
        }

        /// The columns of a tuple.
        #[derive(Clone)]
        pub struct Strips<$($t: GpuType),*>($($t::Columns),*);

        impl<$($t: GpuType),*> Columns for Strips<$($t),*> {
            type Item = ($($t,)*);

            #[inline(always)]
            fn filled(value: Self::Item) -> Self {
                Self($($t::Columns::filled(value.$index)),*)
            }

            #[inline(always)]
            fn get(&self, index: usize) -> Self::Item {
                ($(self.$index.get(index),)*)
            }

            #[inline(always)]
            fn set(&mut self, index: usize, value: Self::Item) {
                $(self.$index.set(index, value.$index);)*
            }
        }
    };
}

macro_rules! tuples {
    ($($module:ident: $($t:ident $index:tt $name:literal $member:literal),*;)*) => {$(
        mod $module {
            use super::*;
            tuple!($($t $index $name $member),*);
        }
    )*};
}

tuples! {
    one: A 0 "0" "_0";
    two: A 0 "0" "_0", B 1 "1" "_1";
    three: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2";
    four: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2", D 3 "3" "_3";
    five: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2", D 3 "3" "_3", E 4 "4" "_4";
    six: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2", D 3 "3" "_3", E 4 "4" "_4", F 5 "5" "_5";
    seven: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2", D 3 "3" "_3", E 4 "4" "_4", F 5 "5" "_5", G 6 "6" "_6";
    eight: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2", D 3 "3" "_3", E 4 "4" "_4", F 5 "5" "_5", G 6 "6" "_6",
        H 7 "7" "_7";
}
