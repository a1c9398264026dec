//! Stand-ins in code that is compiled for its types and never run: methods of iterators and options whose closures take values, calls of closures, and the
//! columns of a type whose derive was refused.

use std::cmp::Ordering;

use crate::types::columns::Columns;

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
