//! Monoids and reductions: the two traits, the operators of fields, and the members of a state as kernels see them.

pub(crate) mod any_order;
pub(crate) mod column_form;
pub mod field;
pub(crate) mod member;
pub(crate) mod several;
pub(crate) mod traits;
