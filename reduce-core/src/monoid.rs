//! Monoids and reductions: the traits that users implement, the one that engines take, parameters, the operators of fields, and the members of a state as kernels see them.

pub(crate) mod any_order;
pub(crate) mod binned;
pub(crate) mod call;
pub(crate) mod column_form;
pub mod field;
pub(crate) mod held;
pub(crate) mod mapped;
pub(crate) mod masked;
pub(crate) mod member;
pub(crate) mod operator;
pub(crate) mod output;
pub(crate) mod parameters;
pub(crate) mod results;
pub(crate) mod several;
pub(crate) mod traits;
pub(crate) mod value;
