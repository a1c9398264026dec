//! Monoids and reductions: the two traits, the operators of fields, and what a kernel is told of the members of a state.

pub(crate) mod any_order;
pub(crate) mod column_form;
pub mod field;
pub(crate) mod member;
pub(crate) mod several;
pub(crate) mod traits;
