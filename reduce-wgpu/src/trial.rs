//! Tests that run when a device is opened: of its arithmetic, its loops, its subgroups.

pub(crate) mod arithmetic;
pub(crate) mod subgroups;
