//! Operators in functions with type parameters: those of the operands' types where the function knows that they have them, and else what the types
//! turn out to have once the WGSL is made.
//!
//! Rust prefers an inherent method to one of a trait, and has it only where the bounds of its impl hold. So one call asks for either, and no bound of the
//! user's function has to say which.

use crate::lower::operable::{HasComparisons, Negation, Operation};
use crate::lower::slot::{InWgsl, Slot};
use crate::types::gpu_type::GpuType;
use crate::wgsl::Module;

/// The slots of the operands of the operator with this symbol.
#[derive(Debug)]
pub struct Operands<'s, L, R, const SYMBOL: char>(pub &'s Slot<L>, pub &'s Slot<R>);

impl<L: Operation<SYMBOL, R>, R, const SYMBOL: char> Operands<'_, L, R, SYMBOL> {
    /// `left symbol right`, of types that have the operator whatever the parameters are.
    pub fn operate(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> String {
        Operation::operate(self.0, self.1, symbol, left, right, module)
    }
}

/// The slots of two values that are compared.
#[derive(Debug)]
pub struct Compared<'s, L, R>(pub &'s Slot<L>, pub &'s Slot<R>);

impl<T: HasComparisons> Compared<'_, T, T> {
    /// `left symbol right`, of a type that has comparisons whatever the parameters are.
    pub fn operate(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> String {
        HasComparisons::compare(self.0, self.1, symbol, left, right, module)
    }
}

/// The slot of the operand of `-`.
#[derive(Debug)]
pub struct Operand<'s, T>(pub &'s Slot<T>);

impl<T: Negation> Operand<'_, T> {
    /// `-value`, of a type that has it whatever the parameters are.
    pub fn negate(&self, value: &str, module: &mut Module) -> String {
        Negation::negate(self.0, value, module)
    }
}

/// `left symbol right`, of types that depend on parameters.
pub trait OfParameters {
    /// The WGSL of it.
    fn operate(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> String;
}

/// `-value`, of a type that depends on parameters.
pub trait NegationOfParameter {
    /// The WGSL of it.
    fn negate(&self, value: &str, module: &mut Module) -> String;
}

impl<T: InWgsl> NegationOfParameter for Operand<'_, T> {
    fn negate(&self, value: &str, module: &mut Module) -> String {
        InWgsl::negate(self.0, value, module)
    }
}

impl<L: InWgsl, R: GpuType, const SYMBOL: char> OfParameters for Operands<'_, L, R, SYMBOL> {
    fn operate(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> String {
        InWgsl::operate(self.0, self.1, symbol, left, right, module)
    }
}

impl<L: InWgsl, R: GpuType> OfParameters for Compared<'_, L, R> {
    fn operate(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> String {
        InWgsl::operate(self.0, self.1, symbol, left, right, module)
    }
}
