//! The derives where every name around them is taken or nothing is imported at all.

/// Nothing in scope: every path that the derive writes has to be whole.
mod bare {
    #![no_implicit_prelude]

    use ::reduce_wgpu::{GpuType, Reduce};

    #[repr(C)]
    #[derive(::core::clone::Clone, ::core::marker::Copy, GpuType)]
    pub(super) struct Element {
        pub(super) value: f32,
        pub(super) weights: [u32; 2],
    }

    #[repr(C)]
    #[derive(::core::clone::Clone, ::core::marker::Copy, Reduce)]
    #[reduce(input = Element, output = f32, finish = sum / count as f32)]
    pub(super) struct Bare {
        #[reduce(sum, lift = x.value.abs())]
        sum: f32,
        #[reduce(sum, lift = x.weights[1])]
        count: u32,
        #[reduce(any, lift = x.value > 1.0)]
        any: u32,
        #[reduce(all, lift = [x.weights[0]; 3])]
        all: [u32; 3],
    }

    #[repr(C)]
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug, Reduce)]
    #[reduce(input = T)]
    pub(super) struct Generic<T: ::reduce_wgpu::Scalar> {
        #[reduce(min)]
        pub(super) low: T,
        pub(super) marker: ::core::marker::PhantomData<T>,
    }
}

/// Names of the prelude and of primitive types taken for something else.
mod shadowed {
    #![allow(dead_code, non_camel_case_types, reason = "the names are there to be in the way")]

    pub(super) struct Vec;
    pub(super) struct String;
    pub(super) struct Result;
    pub(super) struct Module;
    pub(super) struct Columns;
    pub(super) struct Monoid;
    pub(super) struct Reduction;
    pub(super) struct Slot;
    pub(super) enum Some {}
    pub(super) enum None {}
    pub(super) mod reduce_wgpu {}
    pub(super) mod std {}
    pub(super) mod core {}

    macro_rules! taken {
        ($($name:ident)*) => {$(
            #[allow(unused_macros, reason = "as above")]
            macro_rules! $name { ($d:tt) => { compile_error!("a macro of the user was called") } }
        )*};
    }
    taken!(assert format vec offset_of);

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, ::reduce_wgpu::Reduce)]
    #[reduce(input = f32)]
    pub(super) struct Option {
        #[reduce(sum)]
        pub(super) sum: f32,
    }
}

/// Fields called like keywords, like built-ins of WGSL, and like the variables of generated code.
mod fields {
    use reduce_wgpu::prelude::*;

    macro_rules! fields {
        ($($name:ident: [$($field:ident)*];)*) => {$(
            #[repr(C)]
            #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
            #[reduce(input = f32)]
            pub(super) struct $name {
                $(#[reduce(sum)] pub(super) $field: f32,)*
            }
        )*};
    }

    fields! {
        Keywords: [var ptr array texture r#type r#fn r#struct r#let r#loop switch discard enable requires];
        Builtins: [vec2 vec3 mat4x4 atomic sampler min max select bitcast f16 u32 bool main vertex];
        Generated: [x s a b c0 s1 x7 module value distance state output input index length first_output item];
        Own: [slot0 lift finish combine identity columns filled get set name self_ __hidden _x];
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32, output = f32, finish = s / a + b * module - r#type + self.x - value)]
    pub(super) struct Finished {
        #[reduce(sum)]
        s: f32,
        #[reduce(sum, lift = 1.0)]
        a: f32,
        #[reduce(max)]
        b: f32,
        #[reduce(sum, lift = 0.0)]
        module: f32,
        #[reduce(sum, lift = 2.0)]
        r#type: f32,
        #[reduce(min)]
        x: f32,
        #[reduce(min)]
        value: f32,
    }
}

/// Structs called like WGSL's own words and like declarations of the templates and the derive.
mod structs {
    #![allow(non_camel_case_types, reason = "that is the case")]

    use reduce_wgpu::prelude::*;

    macro_rules! structs {
        ($($name:ident)*) => {
            $(
                #[repr(C)]
                #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
                #[reduce(input = f32, output = f32, finish = sum + max)]
                pub(super) struct $name {
                    #[reduce(sum)]
                    sum: f32,
                    #[reduce(max)]
                    max: f32,
                }
            )*

            #[test]
            fn structs_of_any_name() {
                $(super::works::<$name>();)*
            }
        };
    }

    structs! {
        array Strips Finish vec3 vec4f Pass input output main state reduce_workgroup invocation texture_2d
        storage workgroup function min Self_ f32x2 subgroup_states c0 x0_1 ascending_f32 max_f32 f32_from_bits Item
    }
}

/// Parameters and variables called like the WGSL functions of methods, of functions and of the templates.
mod locals {
    use reduce_wgpu::prelude::*;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    pub(super) struct Stats {
        sum: f32,
        count: f32,
    }

    #[gpu]
    impl Stats {
        fn mean(self) -> f32 {
            self.sum / self.count
        }

        fn mean_(self) -> f32 {
            self.sum * self.count
        }

        fn in_(self) -> f32 {
            self.sum - self.count
        }
    }

    #[gpu]
    fn mean_of(state_at: Stats, mut stats: f32, stats_mean: f32) -> f32 {
        let stats_mean_ = state_at.mean() + state_at.mean_() + state_at.in_();
        let mean_of_two = stats_mean - stats_mean_;
        stats += mean_of_two;
        let stats_in = stats;
        stats_in + state_at.mean()
    }

    #[gpu]
    fn state_at(mean_of_two: f32) -> f32 {
        let mean_of = mean_of(
            Stats {
                sum: mean_of_two,
                count: 1.0,
            },
            mean_of_two,
            1.0,
        );
        mean_of + 1.0
    }

    pub(super) struct Locals;

    #[gpu]
    impl Reduction for Locals {
        type Input = f32;
        type State = ops::Sum<f32>;
        type Output = f32;
        fn lift(x: f32) -> ops::Sum<f32> {
            ops::Sum::<f32>::lift(state_at(x))
        }
        fn finish(s: ops::Sum<f32>) -> f32 {
            ops::Sum::<f32>::finish(s)
        }
    }
}

#[test]
fn locals_are_called_like_functions() {
    valid::<locals::Locals>();
}

/// A struct of the same name as the one beside it, and nested in it; a private one.
mod twins {
    use reduce_wgpu::prelude::*;

    pub(super) mod left {
        use reduce_wgpu::prelude::*;

        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
        #[reduce(input = f32)]
        pub(crate) struct Part {
            #[reduce(sum)]
            pub(crate) value: f32,
        }
    }

    pub(super) mod right {
        use reduce_wgpu::prelude::*;

        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
        #[reduce(input = f32)]
        pub(crate) struct Part {
            #[reduce(max)]
            pub(crate) value: f32,
            #[reduce(sum, lift = 1)]
            pub(crate) count: u32,
        }
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32)]
    pub(super) struct Part {
        pub(super) left: left::Part,
        pub(super) right: right::Part,
        own: Private,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32)]
    struct Private {
        #[reduce(min)]
        value: f32,
    }
}

mod generic {
    use reduce_wgpu::prelude::*;
    use reduce_wgpu::{Storable, field};

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    pub(super) struct Row<T: Scalar, const N: usize>
    where
        [T; N]: Storable,
    {
        pub(super) cells: [T; N],
        pub(super) weight: T,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = Row<T, N>)]
    pub(super) struct Rows<T: Scalar, const N: usize>
    where
        [T; N]: Storable,
        field::max: field::Operator<[T; N]> + field::Operator<T>,
    {
        #[reduce(max, lift = x.cells)]
        pub(super) greatest: [T; N],
        #[reduce(max, lift = x.weight)]
        pub(super) heaviest: T,
        #[reduce(sum, lift = 1)]
        pub(super) rows: u32,
    }
}

use std::fmt::Debug;

use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::oracle::{bits, canonical};
use reduce_wgpu::{Caps, Cpu, Kernels, NoParameters, Operator};

/// Valid kernels in both variants, and a result.
fn works<R: Operator<Params: NoParameters, Input: Sample, Output: Debug + reduce_wgpu::GpuType>>() {
    let data = input::<R::Input>(Kind::Ordinary, 2000);
    let result = Cpu::new().reduce::<R>(&data).unwrap();
    assert_eq!(bits(&result), bits(&canonical::<R>(&data)));
    valid::<R>();
}

fn valid<R: Operator<Params: NoParameters>>() {
    for caps in [Caps::webgpu(), Caps::webgpu_subgroups()] {
        if let Err(error) = Kernels::of::<R>(&caps) {
            panic!("{error}");
        }
    }
}

#[test]
fn without_a_prelude() {
    let element = |value| bare::Element { value, weights: [7, 2] };
    let mean = Cpu::new().reduce::<bare::Bare>(&[element(-3.0), element(5.0)]).unwrap();
    assert_eq!(mean, 2.0);
    assert_eq!(Cpu::new().reduce::<bare::Generic<u32>>(&[4, 3]).unwrap().low, 3);
    valid::<bare::Bare>();
    works::<bare::Generic<f32>>();
}

#[test]
fn among_names_of_the_prelude() {
    assert_eq!(Cpu::new().reduce::<shadowed::Option>(&[4.0, 3.0]).unwrap().sum, 7.0);
    works::<shadowed::Option>();
}

#[test]
fn fields_of_any_name() {
    works::<fields::Keywords>();
    works::<fields::Builtins>();
    works::<fields::Generated>();
    works::<fields::Own>();
    works::<fields::Finished>();
    assert_eq!(Cpu::new().reduce::<fields::Keywords>(&[1.0, 2.0]).unwrap().r#type, 3.0);
}

#[test]
fn types_of_one_name() {
    let both = Cpu::new().reduce::<twins::Part>(&[1.0, 5.0, 2.0]).unwrap();
    assert_eq!((both.left.value, both.right.value, both.right.count), (8.0, 5.0, 3));
    works::<twins::Part>();
    let wgsl = Kernels::of::<twins::Part>(&Caps::webgpu()).unwrap().wgsl();
    for name in ["struct Part {", "struct Part_2 {", "struct Part_3 {"] {
        assert_eq!(wgsl.matches(name).count(), 2, "{name} in\n{wgsl}");
    }
}

/// Declared where only one function sees them, by hand and by a macro of the user.
#[test]
fn types_inside_a_function() {
    use reduce_wgpu::Reduce;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32)]
    struct Local {
        #[reduce(sum, lift = x * SCALE)]
        sum: f32,
    }
    const SCALE: f32 = 4.0;

    macro_rules! scaled {
        ($name:ident, $scale:expr, $field:ident) => {
            #[repr(C)]
            #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
            #[reduce(input = f32, output = f32, finish = if $field > least { $field } else { least - 1.0 })]
            struct $name {
                #[reduce(sum, lift = x * $scale)]
                $field: f32,
                #[reduce(min, lift = if x > 2.0 { x } else { $scale })]
                least: f32,
            }
        };
    }
    scaled!(Twice, 2.0, total);

    assert_eq!(Cpu::new().reduce::<Local>(&[1.0, 2.0]).unwrap().sum, 12.0);
    assert_eq!(Cpu::new().reduce::<Twice>(&[1.0, 3.0]).unwrap(), 8.0);
    valid::<Local>();
    valid::<Twice>();
}

#[test]
fn type_and_length_parameters() {
    let row = |weight: i32| generic::Row {
        cells: [weight, -weight, 1],
        weight,
    };
    let rows = Cpu::new().reduce::<generic::Rows<i32, 3>>(&[row(4), row(-9)]).unwrap();
    assert_eq!((rows.greatest, rows.heaviest, rows.rows), ([4, 9, 1], 4, 2));
    valid::<generic::Rows<i32, 3>>();
    valid::<generic::Rows<f32, 27>>();
}
