//! Values that say how to reduce: what `reducer_using` takes.

use std::marker::PhantomData;

use crate::monoid::operator::Operator;
use crate::monoid::parameters::NoParameters;

/// A value that says how to reduce: a [`ReductionWithParameters`](crate::ReductionWithParameters), a tuple of such values, or
/// `PhantomData::<R>` for an operator `R` without parameters.
///
/// ```
/// use std::marker::PhantomData;
/// use reduce_core::{Cpu, ops};
/// let max = Cpu::new().reducer_using(PhantomData::<ops::Max<f32>>)?;
/// assert_eq!(max.reduce(&[1.0, 3.0])?, 3.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value to reduce with",
    label = "not an operator with parameters",
    note = "give a value of a type whose `#[gpu] impl Reduction` has `lift(&self, x)` and `finish(&self, state)`; `PhantomData::<R>` stands for a Reduction `R` without parameters"
)]
pub trait OperatorValue {
    /// The operator whose parameters it has.
    type Operator: Operator;

    /// The parameters.
    fn params(self) -> <Self::Operator as Operator>::Params;
}

impl<R: Operator<Params: NoParameters>> OperatorValue for PhantomData<R> {
    type Operator = R;

    fn params(self) -> R::Params {
        NoParameters::NONE
    }
}

/// The parameters of the operator `R` as a value, for generic code.
pub struct ParamsOf<R: Operator>(pub R::Params);

impl<R: Operator> OperatorValue for ParamsOf<R> {
    type Operator = R;

    fn params(self) -> R::Params {
        self.0
    }
}

impl<R: Operator> std::fmt::Debug for ParamsOf<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ParamsOf {}", R::wgsl_name())
    }
}

impl<R: Operator> Clone for ParamsOf<R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// A tuple of values is a tuple of operators.
macro_rules! tuple {
    ($($p:ident $index:tt),*) => {
        impl<$($p: OperatorValue),*> OperatorValue for ($($p,)*)
        where
            ($($p::Operator,)*): Operator<Params = ($(<$p::Operator as Operator>::Params,)*)>,
        {
            type Operator = ($($p::Operator,)*);

            fn params(self) -> <Self::Operator as Operator>::Params {
                ($(self.$index.params(),)*)
            }
        }
    };
}

tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
