//! Inference slots: how the type that rustc infers for an expression reaches the generated WGSL.
//!
//! A macro sees tokens, not types. Every expression whose WGSL depends on its type passes through a slot in a
//! copy of the user's code that never runs; rustc then infers the slot's parameter.

use std::any::TypeId;
use std::cmp::Ordering;
use std::marker::PhantomData;

use crate::hash::name;
use crate::lower::cast::cast;
use crate::lower::method::{Method, Named};
use crate::lower::order::order;
use crate::types::construct::members_given;
use crate::types::gpu_type::GpuType;
use crate::types::kind::Kind;
use crate::types::truth::Truth;
use crate::types::variants::is_variant;
use crate::wgsl::{Module, operand};

/// The type of one expression.
#[derive(Debug)]
pub struct Slot<T>(PhantomData<fn() -> T>);

impl<T> Slot<T> {
    /// The type itself, for the companion of a generic function.
    #[must_use]
    pub const fn signature(&self) -> PhantomData<fn() -> T> {
        PhantomData
    }

    /// A value in code that is never run.
    pub fn never(&self) -> T {
        #[allow(clippy::empty_loop, reason = "code that only serves inference is never run")]
        loop {}
    }

    /// Ties the slot to the type whose function gave `result`.
    pub fn calls<R>(&self, _: PhantomData<T>, result: R) -> R {
        result
    }

    /// Ties the slot to the type of `value`.
    pub fn is(&self, value: T) -> T {
        value
    }
}

/// Makes the slots and the parameters of a probe. `COPY` is 1, computed by a constant that holds the user's code.
///
/// If rustc finds a mistake in that copy, the constant has no value, and rustc says nothing more about any type that depends on it: it reports a
/// mistake in the user's code at the user's code alone, not at the probe as well.
#[derive(Debug)]
pub struct Typed<const COPY: usize>;

impl<const COPY: usize> Typed<COPY>
where
    [(); COPY]: Mistakes,
{
    /// A slot whose type is still to be inferred.
    #[must_use]
    pub fn slot<T>(&self) -> Slot<<[(); COPY] as Mistakes>::None<T>> {
        Slot(PhantomData)
    }

    /// A parameter of code that is never run.
    pub fn value<T>(&self) -> <[(); COPY] as Mistakes>::None<T> {
        #[allow(clippy::empty_loop, reason = "code that only serves inference is never run")]
        loop {}
    }
}

/// Implemented for the copy that holds no mistake.
pub trait Mistakes {
    /// `T` itself.
    type None<T>;
}

impl Mistakes for [(); 1] {
    type None<T> = T;
}

/// The WGSL of an expression that depends on its type; every [`GpuType`] has it.
///
/// A trait of its own, because rustc then reports what a type lacks without the code that requires it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no WGSL type",
    label = "not a GPU type",
    note = "use f32, i32, u32 (f64, i64, u64 where the device has them), `[T; N]`, or a struct with `#[derive(GpuType)]`; what helps a reduction that is no state is a free function with `#[gpu]`"
)]
pub trait InWgsl: Sized {
    /// An unsuffixed literal, with the suffix of its type.
    #[doc(hidden)]
    fn literal(slot: &Slot<Self>, digits: &str) -> String;
    /// A constant of the surrounding Rust code, by its value.
    #[doc(hidden)]
    fn value(slot: &Slot<Self>, value: Self, module: &mut Module) -> String;
    /// The value of a constant, which WGSL does not compute before it runs.
    #[doc(hidden)]
    fn at_run_time(slot: &Slot<Self>, value: &str, module: &mut Module) -> String;
    /// The spelling of the type.
    #[doc(hidden)]
    fn name(slot: &Slot<Self>, module: &mut Module) -> String;
    /// The name that the type lends to identifiers.
    #[doc(hidden)]
    fn wgsl_name(slot: &Slot<Self>) -> String;
    /// The spelling of the unsigned type of this width.
    #[doc(hidden)]
    fn unsigned(slot: &Slot<Self>, module: &mut Module) -> String;
    /// Whether `value` is the constant of that name and text, or the variant of that name, which has no fields.
    #[doc(hidden)]
    fn is_constant(slot: &Slot<Self>, name: &str, value: &str, constant: &str, module: &mut Module) -> String;
    /// Whether `value` is the variant of that name; of a struct it always is.
    #[doc(hidden)]
    fn is_variant(slot: &Slot<Self>, name: &str, value: &str) -> String;
    /// `.member` of a struct, or of the variant of that name.
    #[doc(hidden)]
    fn member(slot: &Slot<Self>, name: &str, member: &str) -> String;
    /// A struct or tuple of these members, the missing ones of which come from `base`; or the variant of that name.
    #[doc(hidden)]
    fn construct(slot: &Slot<Self>, name: &str, given: &[(&str, String)], base: &str, module: &mut Module) -> String;
    /// `value << by` or `value >> by`; WGSL wants a u32 below the width, as wrapping shifts in Rust do.
    #[doc(hidden)]
    fn shift(slot: &Slot<Self>, symbol: &str, value: &str, by: &str) -> String;
    /// `left symbol right`; both texts stand beside the operator as they are.
    #[doc(hidden)]
    fn operate<Right: GpuType>(
        left_slot: &Slot<Self>,
        right_slot: &Slot<Right>,
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> String;
    /// `-value`; the text stands beside the operator as it is.
    #[doc(hidden)]
    fn negate(slot: &Slot<Self>, value: &str, module: &mut Module) -> String;
    /// `left.cmp(&right)`, or the method that `name` says.
    #[doc(hidden)]
    fn order(slot: &Slot<Self>, name: &str, left: &str, right: &str, module: &mut Module) -> String;
    /// `!value`, logical or bitwise.
    #[doc(hidden)]
    fn not(slot: &Slot<Self>, value: &str) -> String;
    /// `a ^ b`, which WGSL has for integers only.
    #[doc(hidden)]
    fn xor(slot: &Slot<Self>, a: &str, b: &str) -> String;
    /// `yes` where `condition` holds, else `no`; both are computed.
    #[doc(hidden)]
    fn select(slot: &Slot<Self>, no: &str, yes: &str, condition: &str, module: &mut Module) -> String;

    /// `value as To`, with Rust's meaning: floats saturate, NaN becomes 0.
    #[doc(hidden)]
    fn cast<To: GpuType>(slot: &Slot<Self>, to: PhantomData<To>, value: &str, module: &mut Module) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: GpuType> InWgsl for T {
    fn literal(_: &Slot<T>, digits: &str) -> String {
        // The digits of the least integer do not fit the type before the minus is applied.
        match (T::wgsl_name().as_str(), digits) {
            ("i32", "-2147483648") => "(-2147483647i - 1i)".to_owned(),
            ("i64", "-9223372036854775808") => "(-9223372036854775807li - 1li)".to_owned(),
            _ => T::wgsl_literal(digits),
        }
    }

    fn value(_: &Slot<T>, value: T, module: &mut Module) -> String {
        let text = value.wgsl_value(module);
        // The tokens of the function say its name alone. Names of types are left out of the text.
        let words = text.split(|c: char| !(c.is_alphanumeric() || "._-".contains(c)));
        for number in words.filter(|word| word.starts_with(|c: char| c.is_ascii_digit() || c == '-')) {
            module.note(name(number));
        }
        text
    }

    fn at_run_time(_: &Slot<T>, value: &str, module: &mut Module) -> String {
        let wanted = format!("{}_at_run_time", T::wgsl_name());
        let function = module.function::<T>("at run time", &wanted, &|module, name| {
            let kind = T::wgsl_type(module);
            format!("fn {name}(x: {kind}) -> {kind} {{\n    return x;\n}}")
        });
        format!("{function}({value})")
    }

    fn name(_: &Slot<T>, module: &mut Module) -> String {
        T::wgsl_type(module)
    }

    fn wgsl_name(_: &Slot<T>) -> String {
        T::wgsl_name()
    }

    fn unsigned(_: &Slot<T>, module: &mut Module) -> String {
        T::wgsl_type(module).replace('i', "u")
    }

    fn is_constant(slot: &Slot<T>, name: &str, value: &str, constant: &str, module: &mut Module) -> String {
        is_variant::<T>(value, name).unwrap_or_else(|| InWgsl::operate(slot, slot, "==", value, constant, module))
    }

    fn is_variant(_: &Slot<T>, name: &str, value: &str) -> String {
        is_variant::<T>(value, name).unwrap_or_else(|| "true".to_owned())
    }

    fn member(_: &Slot<T>, name: &str, member: &str) -> String {
        let variant = T::VARIANTS.iter().find(|(variant, ..)| *variant == name);
        let members = variant.map_or(T::MEMBERS, |(_, _, fields)| fields);
        let known = members.iter().find(|(rust, _)| *rust == member);
        format!(".{}", known.map_or(member, |(_, wgsl)| wgsl))
    }

    fn construct(_: &Slot<T>, name: &str, given: &[(&str, String)], base: &str, module: &mut Module) -> String {
        if let Some(variant) = T::wgsl_variant(name, given, module) {
            return variant;
        }
        let members = members_given(T::MEMBERS, given, base);
        crate::types::construct::construct::<T>(&members, module)
    }

    fn shift(_: &Slot<T>, symbol: &str, value: &str, by: &str) -> String {
        let shifted = format!("({} {symbol} (u32({by}) & {}u))", operand(value), T::KIND.bits() - 1);
        if symbol == "<<" {
            T::KIND.wrapped(&shifted)
        } else {
            shifted
        }
    }

    fn operate<Right: GpuType>(
        _: &Slot<T>,
        _: &Slot<Right>,
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> String {
        operate::<T, Right>(symbol, left, right, module)
    }

    fn negate(_: &Slot<T>, value: &str, module: &mut Module) -> String {
        T::wgsl_negation(value, module).unwrap_or_else(|| format!("(-{value})"))
    }

    fn order(_: &Slot<T>, name: &str, left: &str, right: &str, module: &mut Module) -> String {
        order::<T>(name, left, right, module)
    }

    fn not(_: &Slot<T>, value: &str) -> String {
        let operator = if T::KIND == Kind::Truth { '!' } else { '~' };
        T::KIND.wrapped(&format!("{operator}{}", operand(value)))
    }

    fn xor(_: &Slot<T>, a: &str, b: &str) -> String {
        let operator = if T::KIND == Kind::Truth { "!=" } else { "^" };
        format!("({} {operator} {})", operand(a), operand(b))
    }

    fn select(_: &Slot<T>, no: &str, yes: &str, condition: &str, module: &mut Module) -> String {
        T::wgsl_select(no, yes, condition, module)
    }

    fn cast<To: GpuType>(_: &Slot<T>, _: PhantomData<To>, value: &str, module: &mut Module) -> String {
        if TypeId::of::<T>() == TypeId::of::<Ordering>() {
            // In Rust its numbers are -1, 0 and 1.
            return cast::<i32, To>(&format!("(i32({value}) - 1i)"), module);
        }
        cast::<T, To>(value, module)
    }
}

/// `left symbol right`, as the types have it.
pub(crate) fn operate<Left: GpuType, Right: GpuType>(
    symbol: &str,
    left: &str,
    right: &str,
    module: &mut Module,
) -> String {
    if let (Kind::Truth, Some(text)) = (Left::KIND, order_of_bools(symbol, left, right)) {
        return text;
    }
    let own = Left::wgsl_operator::<Left, Right>(symbol, left, right, module)
        .or_else(|| Right::wgsl_operator::<Left, Right>(symbol, left, right, module));
    own.unwrap_or_else(|| {
        if let Some(structure) = structure::<Left>().or_else(structure::<Right>) {
            module.refuse(format!(
                "`{symbol}` of `{structure}` cannot become WGSL, which has no operators of structs; compare or compute with \
                 its fields, as in `a.x == b.x`"
            ));
        }
        format!("{left} {symbol} {right}")
    })
}

/// The name of a type with members.
fn structure<T: GpuType>() -> Option<String> {
    (!T::MEMBERS.is_empty()).then(T::wgsl_name)
}

/// WGSL compares bools for equality only; in Rust `false < true`.
fn order_of_bools(symbol: &str, left: &str, right: &str) -> Option<String> {
    let (a, b) = (operand(left), operand(right));
    Some(match symbol {
        "<" => format!("(!{a} & {b})"),
        "<=" => format!("(!{a} | {b})"),
        ">" => format!("({a} & !{b})"),
        ">=" => format!("({a} | !{b})"),
        _ => return None,
    })
}

/// The type has the method (or associated function) that is called `Name` on the GPU.
///
/// Methods are known by the hash of their name; this trait says the name where a type lacks the method. rustc finds `By`: a type has one method of a name.
#[diagnostic::on_unimplemented(
    message = "this method of `{Self}` has no WGSL",
    label = "not available on the GPU",
    note = "write `#[gpu]` on the impl block that defines it, and on the trait if it is a trait's; of numbers, the methods that WGSL has are in the documentation of `gpu`"
)]
pub trait HasMethod<Name, By>: Sized {
    /// The WGSL expression of the call; the receiver is the first argument.
    #[doc(hidden)]
    fn call(slot: &Slot<Self>, arguments: &[String], module: &mut Module) -> String;
    /// The WGSL statement of the call on `place`, which it may change.
    #[doc(hidden)]
    fn effect(slot: &Slot<Self>, place: &str, arguments: &[String], module: &mut Module) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: MethodOf<Name::Hash, By>, Name: MethodName, By> HasMethod<Name, By> for T {
    fn call(_: &Slot<T>, arguments: &[String], module: &mut Module) -> String {
        T::call(arguments, module)
    }

    fn effect(_: &Slot<T>, place: &str, arguments: &[String], module: &mut Module) -> String {
        let place = if T::CHANGES { place } else { "_" };
        format!("{place} = {};", T::call(arguments, module))
    }
}

/// A type whose `default` has WGSL: most have it by a derive, and WGSL has not.
#[diagnostic::on_unimplemented(
    message = "the default of `{Self}` has no WGSL",
    label = "not available on the GPU",
    note = "write the value out, or a function `default` in an impl block of the type, with `#[gpu]`"
)]
pub trait HasDefault: Sized {
    /// The WGSL expression of the call.
    #[doc(hidden)]
    fn call(slot: &Slot<Self>, arguments: &[String], module: &mut Module) -> String;
    /// The WGSL statement of the call.
    #[doc(hidden)]
    fn effect(slot: &Slot<Self>, place: &str, arguments: &[String], module: &mut Module) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Method<{ name("default") }>> HasDefault for T {
    fn call(_: &Slot<T>, arguments: &[String], module: &mut Module) -> String {
        <T as Method<{ name("default") }>>::call(arguments, module)
    }

    fn effect(_: &Slot<T>, _: &str, arguments: &[String], module: &mut Module) -> String {
        format!("_ = {};", <T as Method<{ name("default") }>>::call(arguments, module))
    }
}

/// A type that is called like a method.
pub trait MethodName {
    /// `Named` of the hash of the name.
    type Hash;
}

/// [`Method`] of a hash that is a type.
pub trait MethodOf<Hash, By> {
    /// Whether it takes `&mut self`.
    const CHANGES: bool;
    /// The WGSL expression of the call.
    fn call(arguments: &[String], module: &mut Module) -> String;
}

impl<T: Method<NAME, By>, const NAME: u64, By> MethodOf<Named<NAME>, By> for T {
    const CHANGES: bool = T::CHANGES;

    fn call(arguments: &[String], module: &mut Module) -> String {
        <T as Method<NAME, By>>::call(arguments, module)
    }
}

impl<T: Truth> Slot<T> {
    /// The flag of an `any` or `all` field.
    pub fn flag(&self, value: &str, module: &mut Module) -> String {
        T::wgsl_flag(&operand(value), module)
    }
}

impl<T: GpuType, const N: usize> Slot<[T; N]> {
    /// `[value; N]`.
    pub fn repeat(&self, value: &str, module: &mut Module) -> String {
        format!("{}({})", <[T; N]>::wgsl_type(module), vec![value; N].join(", "))
    }
}
