//! Fields that hold the elements of the input as they are.

/// An element that a field without `lift` holds.
#[diagnostic::on_unimplemented(
    message = "one element of the input is no `{Field}`",
    label = "a field of this type does not hold `{Self}`",
    note = "say with `lift` how the field is made of the element `x`, as in `lift = x.weight` of a struct"
)]
pub trait HeldAs<Field> {
    /// The element itself.
    #[doc(hidden)]
    fn held(self) -> Field;
}

#[diagnostic::do_not_recommend]
impl<T> HeldAs<T> for T {
    #[inline(always)]
    fn held(self) -> T {
        self
    }
}
