//! The choices of a kernel: a strategy of the literature, and the numbers of a policy.

#[cfg(feature = "strategies")]
pub(crate) mod ladder;
pub(crate) mod policy;
pub(crate) mod strategy;
