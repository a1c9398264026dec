//! The choices of a kernel: a strategy of the literature, and the numbers of a policy.

pub(crate) mod ladder;
pub(crate) mod policy;
pub(crate) mod strategy;
