//! The items that generated code refers to. Not a public interface: it changes without notice.

use std::any::TypeId;

pub use bytemuck::{Pod, Zeroable};
pub use core::clone::Clone;
pub use core::marker::PhantomData;
pub use core::option::Option;
pub use std::assert;
pub use std::borrow::Cow;
use std::cmp::Ordering;
pub use std::format;
pub use std::mem::{align_of, offset_of, size_of};
pub use std::string::String;
pub use std::vec::{IntoIter, Vec};

use crate::wgsl::construct_of;

pub use crate::hash::fingerprint;
pub use crate::input::element::{Element, Slices};
pub use crate::lower::calls::{Calls, Place};
pub use crate::lower::convert::Conversion;
pub use crate::lower::derived::{AskedPart, ComparedEnum, ComparedStruct, NoPart};
pub use crate::lower::elements::{HasElements, HasLength, HasSum};
pub use crate::lower::in_generic::{Compared, NegationOfParameter, OfParameters, Operand, Operands};
pub use crate::lower::method::{AskedInherent, Method, Named, NoInherent};
pub use crate::lower::operable::{
    Comparable, HasComparisons, HasConstants, HasExtrema, HasOperators, HasOrder, Matched, Negation, Operable,
    Operation,
};

pub use crate::lower::slot::{HasDefault, HasMethod, InWgsl, MethodName, Slot, Typed};
pub use crate::lower::variables::{Counted, NotCounted, variables_fit};
pub use crate::lower::written::{
    AskedCompared, AskedWritten, Comparisons, NotCompared, NotWritten, WrittenEquality, WrittenMethod, WrittenOrder,
    WrittenPartialOrder, compare_written, extremum_of,
};
pub use crate::monoid::field;
pub use crate::monoid::held::HeldAs;
pub use crate::monoid::mapped::{Mapping, OfMapped};
pub use crate::monoid::member::Member;
pub use crate::monoid::operator::{FoldTile, Operator, ReductionWithParameters, VisitLeaf};
pub use crate::monoid::output::{Asked, Otherwise, Outcome};
pub use crate::monoid::parameters::{NoParameters, Parameters};
pub use crate::monoid::results::{Both, ReadAs, each_leaf_of_results, finish_of_results};
pub use crate::monoid::traits::{Monoid, MonoidOnGpu, Reduction, ReductionOnGpu, combine_function};
pub use crate::monoid::value::OperatorValue;
pub use crate::needs::Needs;
pub use crate::types::columns::{Columns, Values};
pub use crate::types::construct::construct;
pub use crate::types::gpu_type::{GpuType, Storable, Unpadded};
pub use crate::types::kind::Kind;
pub use crate::types::stored::{
    Case, Members, Stored, Variant, aligned_of_parts, bytes_of_numbers, bytes_of_parts, found, narrow_of, read_number,
    read_plain, write_plain,
};
pub use crate::types::table::FieldTable;
pub use crate::types::variants::construct_variant;
pub use crate::wgsl::{Flow, Module, Written, snake_case};

/// Joins the pieces of a WGSL text.
#[must_use]
pub fn join<const N: usize>(pieces: [String; N]) -> String {
    pieces.concat()
}

/// A fixed piece of a WGSL text.
#[must_use]
pub fn text(piece: &str) -> String {
    piece.to_owned()
}

/// The WGSL expression of no value, in a function that returns an Option of this type.
pub fn none_of<T: GpuType>(module: &mut Module) -> String {
    T::wgsl_variant("None", &[], module).unwrap_or_default()
}

/// The function of that name of a monoid whose type rustc infers.
pub fn of_monoid<T: Monoid>(_: &Slot<T>, name: &str, module: &mut Module) -> String {
    match name {
        "identity" => T::wgsl_identity(module),
        _ => T::wgsl_combine(module),
    }
}

/// The WGSL expression of the default of the slot's type.
pub fn default_of<T: GpuType + Default>(_: &Slot<T>, module: &mut Module) -> String {
    T::default().wgsl_value(module)
}

/// The items for which `keep` holds, in code that is never run: there it takes values for references.
///
/// A type with a name, because an `impl Iterator` is taken to use what `keep` borrows until it is dropped: at the end of the `match` that stands on
/// `a.iter().filter(…).find(…)`, so that no arm could assign it. Rust's own `Filter` lets an arm do so.
pub struct Filtered<I, F> {
    items: I,
    keep: F,
}

impl<I: Iterator<Item: Copy>, F: FnMut(I::Item) -> bool> Iterator for Filtered<I, F> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let Self { items, keep } = self;
        items.find(|item| keep(*item))
    }
}

/// The items for which `keep` holds.
pub fn filtered<I: Iterator<Item: Copy>, F: FnMut(I::Item) -> bool>(items: I, keep: F) -> Filtered<I, F> {
    Filtered { items, keep }
}

/// The value if `keep` holds for it, in code that is never run: there the closure of `Option::filter` takes a value for the reference.
pub fn kept_if<T: Copy>(option: Option<T>, keep: impl FnOnce(T) -> bool) -> Option<T> {
    option.filter(|value| keep(*value))
}

/// The item that `order` puts first or last, in code that is never run.
pub fn best_by<I: Iterator<Item: Copy>>(
    items: I,
    mut order: impl FnMut(I::Item, I::Item) -> Ordering,
) -> Option<I::Item> {
    items.max_by(|a, b| order(*a, *b))
}

/// The item whose key is the least or the greatest, in code that is never run.
pub fn best_by_key<I: Iterator<Item: Copy>, K: Ord>(items: I, mut key: impl FnMut(I::Item) -> K) -> Option<I::Item> {
    items.max_by_key(|item| key(*item))
}

macro_rules! apply {
    ($($name:ident: $($parameter:ident)*;)*) => {$(
        /// The value of a closure, in code that is never run: its arguments come first and tell rustc the types of its parameters.
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "one for each number of parameters")]
        pub fn $name<$($parameter,)* Value>($($parameter: $parameter,)* closure: impl FnOnce($($parameter),*) -> Value) -> Value {
            closure($($parameter),*)
        }
    )*};
}

apply! {
    apply_0: ;
    apply_1: A;
    apply_2: A B;
    apply_3: A B C;
    apply_4: A B C D;
    apply_5: A B C D E;
    apply_6: A B C D E F;
    apply_7: A B C D E F G;
    apply_8: A B C D E F G H;
}

/// Stands in for the columns of a type whose derive was refused; never run.
#[derive(Clone)]
pub struct NoColumns<T>(T);

impl<T: Copy + Send> Columns for NoColumns<T> {
    type Item = T;

    fn filled(value: T) -> Self {
        Self(value)
    }

    fn get(&self, _: usize) -> T {
        self.0
    }

    fn set(&mut self, _: usize, value: T) {
        self.0 = value;
    }
}

/// Stands for the WGSL of a function that the macro refused: the program does not compile, and if it does after all, the
/// operator is an error where it is first used.
pub fn not_lowered(function: &str, module: &mut Module) -> String {
    module.refuse(format!("`{function}` has no WGSL"));
    function.to_owned()
}

/// Stands for the WGSL of a `finish` that is for the host alone, and says why; `fingerprint` is that of its Rust.
pub fn finished_on_host(reason: &str, fingerprint: u64, module: &mut Module) -> String {
    module.note(fingerprint);
    module.refuse(reason.to_owned());
    String::new()
}

/// The parts of a derived `lift` or `finish`.
#[derive(Debug)]
pub struct Parts {
    /// The statements in front of the value.
    pub statements: String,
    /// The members of the state, or the one value of the output.
    pub members: Vec<String>,
    /// The place of its Rust.
    pub origin: Written,
    /// Its control flow.
    pub flow: Flow,
}

/// Declares the lift function of a derived reduction, which is its own state.
pub fn lift_function<R: Reduction + GpuType>(module: &mut Module, parts: &dyn Fn(&mut Module) -> Parts) -> String {
    let derived = Derived {
        key: (TypeId::of::<R>(), "lift"),
        name: <R as GpuType>::wgsl_name,
        parameter: ("x", R::Input::wgsl_type),
        result: <R as GpuType>::wgsl_type,
    };
    derived.function(parts, &construct_of, module)
}

/// A derived `lift` or `finish`, as plain functions: what declares it is compiled once, and not once per operator.
struct Derived {
    key: (TypeId, &'static str),
    name: fn() -> String,
    parameter: (&'static str, fn(&mut Module) -> String),
    result: fn(&mut Module) -> String,
}

impl Derived {
    /// Declares the function that returns what `value` makes of the type of the result and of the members.
    fn function(
        &self,
        parts: &dyn Fn(&mut Module) -> Parts,
        value: &dyn Fn(&str, &[String]) -> String,
        module: &mut Module,
    ) -> String {
        let name = format!("{}_{}", snake_case(&(self.name)()), self.key.1);
        module.function_of(self.key, &name, &|module, name| {
            let (x, kind) = (self.parameter.0, (self.parameter.1)(module));
            let result = (self.result)(module);
            let parts = parts(module);
            module.came_from(name, parts.origin, parts.flow);
            let (statements, value) = (parts.statements, value(&result, &parts.members));
            format!("fn {name}({x}: {kind}) -> {result} {{\n{statements}    return {value};\n}}")
        })
    }
}

/// Declares the finish function of a derived reduction.
pub fn finish_function<R: Reduction<Output: GpuType> + GpuType>(
    module: &mut Module,
    parts: &dyn Fn(&mut Module) -> Parts,
) -> String {
    let derived = Derived {
        key: (TypeId::of::<R>(), "finish"),
        name: <R as GpuType>::wgsl_name,
        parameter: ("s", <R as GpuType>::wgsl_type),
        result: R::Output::wgsl_type,
    };
    derived.function(parts, &|_, members| members.concat(), module)
}

/// Declares the type of the parameters of `R`.
pub fn params_type<R: Operator>(module: &mut Module) -> String {
    R::Params::wgsl_params(module)
}

/// Declares the `lift` of an element alone, which calls `function` with the parameters; returns its name.
pub fn lift_with_parameters<R: Operator>(function: &str, module: &mut Module) -> String {
    let (input, state) = (R::Input::wgsl_type(module), R::State::wgsl_type(module));
    with_parameters::<R>("lift", function, ("x", &input), &state, module)
}

/// Declares the `finish` of a state alone, likewise.
pub fn finish_with_parameters<R: Operator<Output: GpuType>>(function: &str, module: &mut Module) -> String {
    let (state, output) = (R::State::wgsl_type(module), R::Output::wgsl_type(module));
    with_parameters::<R>("finish", function, ("s", &state), &output, module)
}

/// Declares the function of one parameter that calls `function` with the parameters of `R` before it, which lie where `module` says.
fn with_parameters<R: Operator>(
    role: &'static str,
    function: &str,
    (parameter, kind): (&str, &str),
    output: &str,
    module: &mut Module,
) -> String {
    let words = R::Params::WORDS;
    let wanted = function.trim_end_matches("_with_parameters");
    module.function_with_params::<R>(role, wanted, words, &|module, name| {
        let value = module.read_params(words, R::Params::wgsl);
        format!("fn {name}({parameter}: {kind}) -> {output} {{\n    return {function}({value}, {parameter});\n}}")
    })
}

/// A function of the user's, lowered.
#[derive(Debug)]
pub struct Body {
    /// WGSL names and types of the parameters.
    pub parameters: Vec<(&'static str, String)>,
    /// The WGSL type of the result.
    pub output: String,
    /// The statements.
    pub text: String,
}

/// Declares a function of the user's that plays `role` for `Key`, written at `origin`; returns its name.
pub fn function<Key: 'static>(
    module: &mut Module,
    role: &'static str,
    wanted: &str,
    origin: Written,
    flow: Flow,
    body: &dyn Fn(&mut Module) -> Body,
) -> String {
    function_of((TypeId::of::<Key>(), role), module, wanted, (origin, flow), body)
}

fn function_of(
    key: (TypeId, &'static str),
    module: &mut Module,
    wanted: &str,
    (origin, flow): (Written, Flow),
    body: &dyn Fn(&mut Module) -> Body,
) -> String {
    module.function_of(key, wanted, &|module, name| {
        module.came_from(name, origin, flow);
        body(module).declaration(name)
    })
}

impl Body {
    /// The declaration of the function of that name.
    fn declaration(self, name: &str) -> String {
        let Self {
            parameters,
            output,
            text,
        } = self;
        let parameters = parameters.iter().map(|(name, kind)| format!("{name}: {kind}"));
        let parameters: Vec<String> = parameters.collect();
        format!("fn {name}({}) -> {output} {{\n{text}}}", parameters.join(", "))
    }
}

/// Declares a function that a user wrote in WGSL; returns its name.
///
/// The text is `pieces`: each is the text in front of a name, and the name: 0 is the function's own, the others are those of
/// `names`, which become unique in the module.
pub fn raw_function<Key: 'static>(
    module: &mut Module,
    wanted: &str,
    origin: Written,
    names: &[&str],
    pieces: &[(&str, Option<usize>)],
) -> String {
    module.function::<Key>("call", wanted, &|module, name| {
        let flow = Flow {
            checked: true,
            branches: true,
            raw: true,
        };
        module.came_from(name, origin, flow);
        let mut all = vec![name.to_owned()];
        all.extend(names.iter().map(|wanted| module.unique(&format!("{name}_{wanted}"))));
        let text = pieces.iter().map(|(between, index)| {
            let name = index.and_then(|index| all.get(index)).map_or("", String::as_str);
            format!("{between}{name}")
        });
        text.collect::<String>().trim().to_owned()
    })
}

/// The items that a call of a free function finds instead of its WGSL.
pub mod fallback {
    use std::marker::PhantomData;

    use super::{Calls, FreeCall};
    use crate::wgsl::Module;

    /// Stands in for the type that `#[gpu]` puts beside a function of the same name.
    #[allow(non_camel_case_types, reason = "an import of the function's type takes its place")]
    #[derive(Debug)]
    pub enum companion {}

    impl companion {
        /// Never compiles.
        ///
        /// # Panics
        /// With the message, which rustc shows as an error at the call.
        #[track_caller]
        #[allow(clippy::panic, reason = "rustc shows it as an error of the program that it compiles")]
        pub const fn exists(message: &'static str) {
            panic!("{}", message)
        }

        /// [`exists`](Self::exists) says it all.
        pub const fn follow(_: &mut Calls) {}

        /// Never run.
        pub fn call<S>(_: PhantomData<S>, _: &[String], _: &mut Module) -> FreeCall {
            FreeCall(String::new())
        }
    }
}

/// The types beside `std::cmp::min` and `max`, by which imports of these are known.
macro_rules! extremum {
    ($module:ident $name:literal) => {
        pub mod $module {
            use std::marker::PhantomData;

            use super::{Calls, FreeCall};
            use crate::lower::operable::Comparable;
            use crate::lower::order::extremum;
            use crate::wgsl::Module;

            /// Stands beside the function of the standard library.
            #[allow(
                non_camel_case_types,
                reason = "an import of a function's type takes its place"
            )]
            #[derive(Debug)]
            pub enum companion {}

            impl companion {
                /// It has WGSL.
                pub const fn exists(_: &'static str) {}

                /// It calls nothing.
                pub const fn follow(_: &mut Calls) {}

                /// The call.
                pub fn call<T: Comparable>(
                    _: PhantomData<fn() -> fn(T, T) -> T>,
                    arguments: &[String],
                    module: &mut Module,
                ) -> FreeCall {
                    FreeCall(extremum::<T>($name, arguments, module))
                }
            }
        }
    };
}

extremum!(fallback_min "min");
extremum!(fallback_max "max");

/// A type's own name, without its path and its arguments, as a part of a name in WGSL.
#[must_use]
pub fn type_name<T: ?Sized>() -> String {
    let name = std::any::type_name::<T>();
    let name = name.split('<').next().unwrap_or_default();
    let own = name.rsplit("::").next().unwrap_or_default();
    own.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// The call of `function`.
#[must_use]
pub fn called(function: String, arguments: &[String]) -> String {
    format!("{function}({})", arguments.join(", "))
}

/// The WGSL of a call of a free function, which only `#[gpu]` writes.
#[derive(Debug)]
pub struct FreeCall(String);

impl FreeCall {
    /// The call of `function`.
    ///
    /// # Safety
    /// The text reaches drivers without bounds checks: `function` is one that the module declares.
    #[must_use]
    pub unsafe fn new(function: String, arguments: &[String]) -> Self {
        Self(called(function, arguments))
    }

    /// The expression.
    #[must_use]
    pub fn text(self) -> String {
        self.0
    }
}

/// Stands for the call of a function that the macro refused.
pub fn free_call_not_lowered(function: &str, module: &mut Module) -> FreeCall {
    FreeCall(not_lowered(function, module))
}
