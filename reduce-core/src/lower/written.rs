//! `==`, `<`, `cmp`, `max` and `min` of a type of the user's: by the impl that `#[gpu]` made WGSL, or those that Rust derives.
//!
//! No macro sees both a derive and the body that compares, so whether Rust's own comparison is the derived one is asked of Rust: it compares values,
//! and an operator whose answers differ is refused. (A constant in a pattern would ask the compiler itself, which wants `StructuralPartialEq` there;
//! but a derive would have to write it for types that have no `==` too.)

use std::cmp::Ordering;

use crate::hash::name;
use crate::lower::order::extremum;
use crate::lower::slot::operate;
use crate::types::construct::construct;
use crate::types::gpu_type::GpuType;
use crate::wgsl::{Module, snake_case};

/// How Rust compares two values, if it does.
pub(crate) type Compare<T, Answer = bool> = Option<fn(&T, &T) -> Answer>;

/// The WGSL of a function of two values that the user wrote, if there is one: of the texts of both.
type WrittenText = Option<fn(&str, &str, &mut Module) -> String>;

/// The comparisons of a type in Rust, and those of them that have a WGSL of their own.
#[derive(Debug)]
pub struct Comparisons<T: 'static> {
    /// `==`.
    pub equal: Compare<T>,
    /// `<`.
    pub before: Compare<T>,
    /// `cmp`.
    pub order: Compare<T, Ordering>,
    /// `==` by `#[gpu] impl PartialEq`.
    pub written_equal: WrittenText,
    /// `cmp` by `#[gpu] impl Ord`.
    pub written_order: WrittenText,
    /// `partial_cmp` by `#[gpu] impl PartialOrd`.
    pub written_partial: WrittenText,
}

/// The comparisons that Rust derives for a type.
pub(crate) trait Derived<T> {
    /// Pairs of values that tell derived comparisons from others.
    fn pairs(&self) -> Vec<(T, T)>;
    /// `a == b`, if the parts have it.
    fn equal(&self, a: &T, b: &T) -> Option<bool>;
    /// `a < b`, if the parts have it.
    fn less(&self, a: &T, b: &T) -> Option<bool>;
    /// `left symbol right`.
    fn text(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> Option<String>;
}

impl<T: GpuType> Comparisons<T> {
    /// `left symbol right`, or the call of `cmp` or `partial_cmp`; none if the symbol compares nothing, or these follow from `<` and `==`.
    pub(crate) fn operate(
        &self,
        derived: &impl Derived<T>,
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> Option<String> {
        let (text, is_right) = match symbol {
            "==" | "!=" => match self.written_equal {
                Some(equal) => (Some(negated(symbol, equal(left, right, module))), true),
                None => (None, self.equal_is(derived)),
            },
            "<" | "<=" | ">" | ">=" => match (self.written_partial, self.written_order) {
                (Some(_), _) => (Some(self.by_partial(symbol, left, right, module)), true),
                (None, Some(order)) => {
                    let text = format!("({} {})", order(left, right, module), of_number(symbol));
                    (Some(text), self.order_agrees(derived))
                }
                (None, None) => (None, self.before_is(derived) && self.order_agrees(derived)),
            },
            "cmp" => match self.written_order {
                Some(order) => return Some(order(left, right, module)),
                None => (None, self.order_follows(derived)),
            },
            "partial_cmp" => match (self.written_partial, self.written_order) {
                (Some(partial), _) => return Some(partial(left, right, module)),
                (None, Some(order)) => {
                    let members = ["1u".to_owned(), order(left, right, module)];
                    (
                        Some(construct::<Option<Ordering>>(&members, module)),
                        self.order_agrees(derived),
                    )
                }
                (None, None) => (None, true),
            },
            _ => return None,
        };
        if !is_right {
            module.refuse(format!(
                "`{symbol}` of `{}` is not the one that Rust derives: write `#[gpu]` on its `impl PartialEq`, `PartialOrd` or `Ord`, compare its \
                 parts, or call a function with `#[gpu]`",
                T::wgsl_name()
            ));
        }
        text.or_else(|| derived.text(symbol, left, right, module))
    }

    /// The comparison by the `partial_cmp` that the user wrote.
    fn by_partial(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> String {
        let role = match symbol {
            "<" => "less",
            "<=" => "not_greater",
            ">" => "greater",
            _ => "not_less",
        };
        let wanted = format!("{role}_{}", snake_case(&T::wgsl_name()));
        let partial = self.written_partial;
        let function = module.function::<T>(role, &wanted, &|module, name| {
            let (kind, of_number) = (T::wgsl_type(module), of_number(symbol));
            let order = partial.map(|partial| partial("a", "b", module)).unwrap_or_default();
            format!(
                "fn {name}(a: {kind}, b: {kind}) -> bool {{\n    let order = {order};\n    return (order.variant == 1u) & (order.Some_0 {of_number});\n}}"
            )
        });
        format!("{function}({left}, {right})")
    }

    /// Whether Rust's `==` is the derived one.
    fn equal_is(&self, derived: &impl Derived<T>) -> bool {
        let all = |rust: fn(&T, &T) -> bool| {
            let pairs = derived.pairs();
            pairs.iter().all(|(a, b)| derived.equal(a, b) == Some(rust(a, b)))
        };
        self.equal.is_some_and(all)
    }

    /// Whether Rust's `<` is the derived one.
    fn before_is(&self, derived: &impl Derived<T>) -> bool {
        let all = |rust: fn(&T, &T) -> bool| {
            let pairs = derived.pairs();
            pairs.iter().all(|(a, b)| derived.less(a, b) == Some(rust(a, b)))
        };
        self.before.is_some_and(all)
    }

    /// Whether Rust's `cmp`, if there is one, says less where `<` does, and nowhere else.
    fn order_agrees(&self, derived: &impl Derived<T>) -> bool {
        let (Some(order), Some(before)) = (self.order, self.before) else {
            return self.order.is_none();
        };
        let pairs = derived.pairs();
        pairs
            .iter()
            .all(|(a, b)| (order(a, b) == Ordering::Less) == before(a, b))
    }

    /// Whether Rust's `cmp` follows from `<` and `==`.
    fn order_follows(&self, derived: &impl Derived<T>) -> bool {
        let (Some(order), Some(equal)) = (self.order, self.equal) else {
            return false;
        };
        let pairs = derived.pairs();
        self.order_agrees(derived)
            && pairs
                .iter()
                .all(|(a, b)| (order(a, b) == Ordering::Equal) == equal(a, b))
    }
}

/// The text, or its opposite for `!=`.
fn negated(symbol: &str, text: String) -> String {
    match symbol {
        "!=" => format!("!{text}"),
        _ => text,
    }
}

/// Whether a comparison holds, behind the number of an Ordering.
fn of_number(symbol: &str) -> &'static str {
    match symbol {
        "<" => "== 0u",
        "<=" => "!= 2u",
        ">" => "== 2u",
        _ => "!= 0u",
    }
}

macro_rules! written {
    ($($name:ident, $function:ident: $what:literal;)*) => {$(
        #[doc = concat!("A type whose `", $what, "` has a WGSL of its own.")]
        ///
        /// # Safety
        /// The text reaches drivers without bounds checks, so only `#[gpu]` implements this trait.
        pub unsafe trait $name: GpuType {
            /// The text of the call.
            fn $function(left: &str, right: &str, module: &mut Module) -> String;
        }
    )*};
}

written! {
    WrittenEquality, equal: "==";
    WrittenOrder, order: "cmp";
    WrittenPartialOrder, partial: "partial_cmp";
}

/// A type with a method of its own of this name, which is also one of [`Ord`].
///
/// # Safety
/// The text reaches drivers without bounds checks, so only `#[gpu]` implements this trait.
pub unsafe trait WrittenMethod<const NAME: u64>: GpuType {
    /// Whether it takes `&mut self`: then the call gives the changed receiver.
    const CHANGES: bool = false;

    /// The text of the call.
    fn call(arguments: &[String], module: &mut Module) -> String;
}

/// Whether a method of the user's changes its receiver, and the text of its call.
type WrittenCall = Option<(bool, fn(&[String], &mut Module) -> String)>;

/// The text of a call of `max` or `min`: of the type's own method, or by its order.
pub fn extremum_of<T: GpuType>(own: WrittenCall, name: &str, arguments: &[String], module: &mut Module) -> String {
    match own {
        Some((_, call)) => call(arguments, module),
        None => extremum::<T>(name, arguments, module),
    }
}

/// Asks for the comparisons that a type has by `#[gpu]`: the constants of these impls where there are such, and those of [`NotWritten`] elsewhere.
#[derive(Debug)]
pub struct AskedWritten<T>(std::marker::PhantomData<T>);

impl<T: WrittenEquality> AskedWritten<T> {
    /// `==`.
    pub const EQUAL: WrittenText = Some(T::equal);
}

impl<T: WrittenOrder> AskedWritten<T> {
    /// `cmp`.
    pub const ORDER: WrittenText = Some(T::order);
}

impl<T: WrittenPartialOrder> AskedWritten<T> {
    /// `partial_cmp`.
    pub const PARTIAL: WrittenText = Some(T::partial);
}

impl<T: WrittenMethod<{ name("max") }>> AskedWritten<T> {
    /// `max`.
    pub const MAX: WrittenCall = Some((T::CHANGES, T::call));
}

impl<T: WrittenMethod<{ name("min") }>> AskedWritten<T> {
    /// `min`.
    pub const MIN: WrittenCall = Some((T::CHANGES, T::call));
}

/// The answers for types without one.
pub trait NotWritten {
    /// None.
    const EQUAL: WrittenText = None;
    /// None.
    const ORDER: WrittenText = None;
    /// None.
    const PARTIAL: WrittenText = None;
    /// None.
    const MAX: WrittenCall = None;
    /// None.
    const MIN: WrittenCall = None;
}

impl<T> NotWritten for AskedWritten<T> {}

/// Asks for the comparisons that a type has in Rust: the constants of these impls where it has them, and those of [`NotCompared`] elsewhere.
#[derive(Debug)]
pub struct AskedCompared<T>(std::marker::PhantomData<T>);

impl<T: PartialEq> AskedCompared<T> {
    /// `==`.
    pub const EQUAL: Compare<T> = Some(|a, b| a == b);
}

impl<T: PartialOrd> AskedCompared<T> {
    /// `<`.
    pub const BEFORE: Compare<T> = Some(|a, b| a < b);
}

impl<T: Ord> AskedCompared<T> {
    /// `cmp`.
    pub const ORDER: Compare<T, Ordering> = Some(|a, b| a.cmp(b));
}

/// The answers for types without that comparison.
pub trait NotCompared<T: 'static> {
    /// None.
    const EQUAL: Compare<T> = None;
    /// None.
    const BEFORE: Compare<T> = None;
    /// None.
    const ORDER: Compare<T, Ordering> = None;
}

impl<T: 'static> NotCompared<T> for AskedCompared<T> {}

/// `left symbol right` by the `==` that the user wrote.
pub fn compare_written<T: WrittenEquality>(symbol: &str, left: &str, right: &str, module: &mut Module) -> String {
    match symbol {
        "==" => T::equal(left, right, module),
        "!=" => format!("!{}", T::equal(left, right, module)),
        _ => operate::<T, T>(symbol, left, right, module),
    }
}
