//! Several reductions of one input in one pass: `(A, B, …)` reads every element once and answers with a tuple. Where one member keeps the
//! order of the input and another has bits that depend on the canonical order, two kernels read it, each for members of one order.

use std::any::type_name;

use crate::hash::{fingerprint, name};
use crate::input::element::Slices;
use crate::monoid::member::Member;
use crate::monoid::operator::{FoldTile, Operator, VisitLeaf};
use crate::monoid::output::{DeviceOutcome, Outcome};
use crate::monoid::parameters::Parameters as _;
use crate::monoid::results::{Both, ReadAs};
use crate::monoid::traits::{Monoid, MonoidOnGpu, ReductionOnGpu};
use crate::needs::Needs;
use crate::types::columns::Columns;
use crate::types::gpu_type::{GpuType, Storable};
use crate::types::stored::{Case, Members, Stored, aligned_of_parts, bytes_of_aligned};
use crate::wgsl::{Module, construct_of, snake_case};

/// The names of the reductions or states of a tuple, as one.
fn joined(names: &[String]) -> String {
    match names {
        // Eight of them would fill a line wherever one is written.
        [first, second, _, _, _, ..] => format!("{first}_and_{second}_and_{}_more", names.len() - 2),
        few => few.join("_and_"),
    }
}

/// The name of a tuple of results of these names.
fn tuple_name(names: &[String]) -> String {
    format!("Tuple_{}", names.join("_"))
}

/// The name of the result of `R`.
fn output_name<R: Operator>() -> String {
    R::OUTCOME.device.map_or_else(String::new, |device| (device.name)())
}

/// The type of the result of `R`; refuses one that is for the host alone.
fn output_type<R: Operator>(module: &mut Module) -> String {
    if let Some(device) = R::OUTCOME.device {
        return (device.kind)(module);
    }
    module.refuse(format!(
        "{}, a type of Rust's alone, is a part of it",
        type_name::<R::Output>()
    ));
    String::new()
}

/// The words of the member of a tuple that is the result of `R`.
fn output_words<R: Operator>(member: Option<String>, module: &mut Module) -> Vec<String> {
    let words = R::OUTCOME.device.zip(member);
    words.map_or_else(Vec::new, |(device, member)| (device.words)(&member, module))
}

/// [`several`] with the input that all of them read, found one after the other, and what that asks of the others.
macro_rules! tuple {
    ($count:ident: $first:ident $($r:ident)*; $($rest:tt)*) => {
        tuple!(@ $count, $first $($r)*, [$($r)*], [], <$first as Operator>::Input, $($rest)*);
    };
    (@ $count:ident, $first:ident $($r:ident)*, [], [$($bounds:tt)*], $input:ty, $($rest:tt)*) => {
        several!($count: $first $($r)*, $input, [$($bounds)*]; $($rest)*);
    };
    (@ $count:ident, $first:ident $($r:ident)*, [$next:ident $($more:ident)*], [$($bounds:tt)*], $input:ty, $($rest:tt)*) => {
        tuple!(
            @ $count, $first $($r)*, [$($more)*],
            [$($bounds)* $input: Both<<$next as Operator>::Input>,],
            <$input as Both<<$next as Operator>::Input>>::Input, $($rest)*
        );
    };
}

/// The operator `R` as one of elements `I`.
type Reader<I, R> = <I as ReadAs<<R as Operator>::Input>>::Reader<R>;

macro_rules! several {
    (
        $count:ident: $first:ident $($r:ident)*, $input:ty, [$($bounds:tt)*];
        $($s:ident $index:tt $member:literal $rust:literal),*
    ) => {
        mod $count {
            use super::*;

            /// The states of several reductions, side by side.
            #[repr(C)]
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct States<$($s),*>($(pub $s),*);

            // SAFETY: it is not plain, and the members of its twin are those of its members.
            unsafe impl<$($s: Storable),*> Stored for States<$($s),*> {
                const PLAIN: bool = false;
                const BYTES: usize = bytes_of_aligned(&[$(($s::BYTES, $s::ALIGNED)),*]);
                const ALIGNED: usize = aligned_of_parts(&[$($s::ALIGNED),*]);
                const TWIN: bool = false $(|| $s::TWIN)*;

                fn write(&self, to: &mut [u8]) {
                    let mut members = Members::default();
                    $(members.write_aligned(&self.$index, to);)*
                }

                fn read(from: &[u8], case: Case) -> Option<Self> {
                    let mut members = Members::default();
                    Some(Self($(members.read_aligned::<$s>(from, case)?),*))
                }

                fn wgsl_stored(module: &mut Module) -> String {
                    Self::TABLE.stored_of(module, &|module| vec![$(($member, $s::wgsl_stored(module))),*])
                }

                fn wgsl_store(value: &str, module: &mut Module) -> String {
                    Self::TABLE.store_of(value, module, &|module| {
                        vec![$($s::wgsl_store(concat!("value.", $member), module)),*]
                    })
                }

                fn wgsl_load(stored: &str, module: &mut Module) -> String {
                    Self::TABLE.load_of(stored, module, &|module| {
                        vec![$($s::wgsl_load(concat!("stored.", $member), module)),*]
                    })
                }
            }

            impl<$($s: Storable),*> Storable for States<$($s),*> {}

            // SAFETY: the text names types and indexes within their bounds.
            unsafe impl<$($s: Storable),*> GpuType for States<$($s),*> {
                const NEEDS: Needs = Needs::NONE$(.union($s::NEEDS))*;
                const ALIGN: usize = {
                    let mut most = 1;
                    $(if $s::ALIGN > most { most = $s::ALIGN; })*
                    most
                };
                const FINGERPRINT: u64 = fingerprint(&[name("States"), $($s::FINGERPRINT),*]);
                const LAYOUT: () = {$(
                    let () = $s::LAYOUT;
                )*};
                const MEMBERS: &'static [(&'static str, &'static str)] = &[$(($rust, $member)),*];
                type Columns = Strips<$($s),*>;

                fn wgsl_name() -> String {
                    joined(&[$($s::wgsl_name()),*])
                }

                fn wgsl_type(module: &mut Module) -> String {
                    module.structure::<Self>(&Self::wgsl_name(), &|module| vec![$(($member, $s::wgsl_type(module))),*])
                }

                fn wgsl_value(self, module: &mut Module) -> String {
                    let members = [$(self.$index.wgsl_value(module)),*];
                    crate::types::construct::construct::<Self>(&members, module)
                }

                fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
                    let members = [$($s::wgsl_shuffle(&format!(concat!("{}.", $member), value), distance, module)),*];
                    crate::types::construct::construct::<Self>(&members, module)
                }

                fn wgsl_select(no: &str, yes: &str, condition: &str, module: &mut Module) -> String {
                    Self::TABLE.select_of(no, yes, condition, module, &|module| {
                        vec![$($s::wgsl_select(concat!("no.", $member), concat!("yes.", $member), "condition", module)),*]
                    })
                }

                fn wgsl_words(value: &str, module: &mut Module) -> Vec<String> {
                    [$($s::wgsl_words(&format!(concat!("{}.", $member), value), module)),*].concat()
                }

                fn canonical(self) -> Self {
                    Self($(self.$index.canonical()),*)
                }
            }

            /// The columns of states side by side.
            #[derive(Clone)]
            pub struct Strips<$($s: GpuType),*>($($s::Columns),*);

            impl<$($s: GpuType),*> Columns for Strips<$($s),*> {
                type Item = States<$($s),*>;

                #[inline(always)]
                fn filled(value: Self::Item) -> Self {
                    Self($($s::Columns::filled(value.$index)),*)
                }

                #[inline(always)]
                fn get(&self, index: usize) -> Self::Item {
                    States($(self.$index.get(index)),*)
                }

                #[inline(always)]
                fn set(&mut self, index: usize, value: Self::Item) {
                    $(self.$index.set(index, value.$index);)*
                }
            }

            // SAFETY: the text comes from the WGSL of its parts.
            unsafe impl<$($s: Monoid),*> MonoidOnGpu for States<$($s),*> {}

            impl<$($s: Monoid),*> Monoid for States<$($s),*> {
                const COMMUTATIVE: bool = true $(&& $s::COMMUTATIVE)*;
                const EXACT: bool = true $(&& $s::EXACT)*;
                const MIXED: bool = !Self::COMMUTATIVE && (false $(|| $s::MIXED || $s::COMMUTATIVE && !$s::EXACT)*);

                #[inline(always)]
                fn identity() -> Self {
                    Self($($s::identity()),*)
                }

                #[inline(always)]
                fn combine(a: Self, b: Self) -> Self {
                    Self($($s::combine(a.$index, b.$index)),*)
                }

                #[inline(always)]
                fn combine_in_order(a: Self, b: Self) -> Self {
                    Self($($s::combine_in_order(a.$index, b.$index)),*)
                }

                fn combine_swapped(a: Self, b: Self) -> Self {
                    Self($($s::combine_swapped(a.$index, b.$index)),*)
                }

                fn wgsl_members() -> Vec<Member> {
                    vec![$($s::wgsl_member($member)),*]
                }

                fn wgsl_combine(module: &mut Module) -> String {
                    crate::monoid::traits::combine_function::<Self>(module)
                }
            }

            // SAFETY: the text comes from the WGSL of its parts.
            unsafe impl<$first: Operator, $($r: Operator),*> ReductionOnGpu for ($first, $($r),*) {}

            impl<$first: Operator, $($r: Operator),*> Operator for ($first, $($r),*)
            where
                $($bounds)*
                $input: ReadAs<<$first as Operator>::Input> $(+ ReadAs<<$r as Operator>::Input>)*,
            {
                type Input = $input;
                type State = States<$first::State, $($r::State),*>;
                type Output = ($first::Output, $($r::Output),*);
                type Params = ($first::Params, $($r::Params),*);

                #[allow(non_snake_case, reason = "named after their types")]
                const OUTCOME: Outcome<Self::Output> = Outcome {
                    fingerprint: fingerprint(&[name("tuple"), $first::OUTCOME.fingerprint, $($r::OUTCOME.fingerprint),*]),
                    needs: $first::OUTCOME.needs$(.union($r::OUTCOME.needs))*,
                    canonical: |($first, $($r),*)| {
                        (($first::OUTCOME.canonical)($first), $(($r::OUTCOME.canonical)($r)),*)
                    },
                    shown: |($first, $($r),*)| {
                        [($first::OUTCOME.shown)($first), $(($r::OUTCOME.shown)($r)),*].join(", ")
                    },
                    device: if $first::OUTCOME.device.is_some() $(&& $r::OUTCOME.device.is_some())* {
                        Some(DeviceOutcome {
                            name: || tuple_name(&[output_name::<$first>(), $(output_name::<$r>()),*]),
                            kind: |module| {
                                let name = tuple_name(&[output_name::<$first>(), $(output_name::<$r>()),*]);
                                module.structure::<Self::Output>(&name, &|module| {
                                    let kinds = [output_type::<$first>(module), $(output_type::<$r>(module)),*];
                                    [$($member),*].into_iter().zip(kinds).collect()
                                })
                            },
                            words: |value, module| {
                                let mut members = [$($member),*].into_iter().map(|member| format!("{value}.{member}"));
                                [
                                    output_words::<$first>(members.next(), module),
                                    $(output_words::<$r>(members.next(), module)),*
                                ].concat()
                            },
                        })
                    } else {
                        None
                    },
                };

                const SPLITS: bool = true;

                fn each_leaf<Visitor: VisitLeaf>(visitor: &mut Visitor, path: &str, word: usize) {
                    if !Self::State::MIXED {
                        return visitor.leaf::<Self>(path, word);
                    }
                    let mut members = [$($member),*].into_iter().map(|member| format!("{path}.{member}"));
                    <Reader<$input, $first>>::each_leaf(visitor, &members.next().unwrap_or_default(), word);
                    let mut word = word + $first::Params::WORDS;
                    $(
                        <Reader<$input, $r>>::each_leaf(visitor, &members.next().unwrap_or_default(), word);
                        word += $r::Params::WORDS;
                    )*
                    let _ = word;
                }

                #[allow(non_snake_case, reason = "named after their types")]
                fn fold_tile<Folds: FoldTile, Elements: Slices<Item = Self::Input>>(
                    params: &Self::Params,
                    tile: Elements,
                ) -> Self::State {
                    if Self::State::MIXED {
                        let ($first, $($r),*) = params;
                        States(<Reader<$input, $first>>::fold_tile::<Folds, _>($first, tile), $(<Reader<$input, $r>>::fold_tile::<Folds, _>($r, tile)),*)
                    } else {
                        Folds::fold::<Self, Elements>(params, tile)
                    }
                }

                #[inline(always)]
                #[allow(non_snake_case, reason = "named after their types")]
                fn lift_with(params: &Self::Params, x: Self::Input) -> Self::State {
                    let ($first, $($r),*) = params;
                    States(<Reader<$input, $first>>::lift_with($first, x), $(<Reader<$input, $r>>::lift_with($r, x)),*)
                }

                #[inline(always)]
                #[allow(non_snake_case, reason = "named after their types")]
                fn finish_with(params: &Self::Params, state: Self::State) -> Self::Output {
                    let ($first, $($r),*) = params;
                    let States($($s),*) = state;
                    finish!($first $($r)*; $($s)*)
                }

                fn constant_lifts() -> Vec<&'static str> {
                    [$first::constant_lifts(), $($r::constant_lifts()),*].concat()
                }

                fn wgsl_name() -> String {
                    joined(&[<$first as Operator>::wgsl_name(), $(<$r as Operator>::wgsl_name()),*])
                }

                fn wgsl_lift(module: &mut Module) -> String {
                    let name = format!("{}_lift", snake_case(&<Self as Operator>::wgsl_name()));
                    module.function_with_params::<Self>("lift", &name, Self::Params::WORDS, &|module, name| {
                        let (input, kind) = (Self::Input::wgsl_type(module), Self::State::wgsl_type(module));
                        let states = module.calls_with_params(&[
                            (<Reader<$input, $first>>::wgsl_lift, "x", $first::Params::WORDS),
                            $((<Reader<$input, $r>>::wgsl_lift, "x", $r::Params::WORDS)),*
                        ]);
                        let value = crate::types::construct::construct::<Self::State>(&states, module);
                        format!("fn {name}(x: {input}) -> {kind} {{\n    return {value};\n}}")
                    })
                }

                #[allow(non_snake_case, reason = "named after their types")]
                fn wgsl_finish(module: &mut Module) -> String {
                    let name = format!("{}_finish", snake_case(&<Self as Operator>::wgsl_name()));
                    module.function_with_params::<Self>("finish", &name, Self::Params::WORDS, &|module, name| {
                        let (kind, output) = (Self::State::wgsl_type(module), output_type::<Self>(module));
                        let [$first, $($r),*] = [$(concat!("s.", $member)),*];
                        let outputs = module.calls_with_params(&[
                            ($first::wgsl_finish, $first, $first::Params::WORDS),
                            $(($r::wgsl_finish, $r, $r::Params::WORDS)),*
                        ]);
                        let value = construct_of(&output, &outputs);
                        format!("fn {name}(s: {kind}) -> {output} {{\n    return {value};\n}}")
                    })
                }
            }
        }
    };
}

/// The outputs of as many reductions as states.
macro_rules! finish {
    ($($r:ident)*; $($s:ident)*) => { ($($r::finish_with($r, $s),)*) };
}

tuple!(two: A B; S0 0 "_0" "0", S1 1 "_1" "1");
tuple!(three: A B C; S0 0 "_0" "0", S1 1 "_1" "1", S2 2 "_2" "2");
tuple!(four: A B C D; S0 0 "_0" "0", S1 1 "_1" "1", S2 2 "_2" "2", S3 3 "_3" "3");
tuple!(five: A B C D E; S0 0 "_0" "0", S1 1 "_1" "1", S2 2 "_2" "2", S3 3 "_3" "3", S4 4 "_4" "4");
tuple!(six: A B C D E F; S0 0 "_0" "0", S1 1 "_1" "1", S2 2 "_2" "2", S3 3 "_3" "3", S4 4 "_4" "4", S5 5 "_5" "5");
tuple!(seven: A B C D E F G; S0 0 "_0" "0", S1 1 "_1" "1", S2 2 "_2" "2", S3 3 "_3" "3", S4 4 "_4" "4", S5 5 "_5" "5",
    S6 6 "_6" "6");
tuple!(eight: A B C D E F G H; S0 0 "_0" "0", S1 1 "_1" "1", S2 2 "_2" "2", S3 3 "_3" "3", S4 4 "_4" "4", S5 5 "_5" "5",
    S6 6 "_6" "6", S7 7 "_7" "7");
