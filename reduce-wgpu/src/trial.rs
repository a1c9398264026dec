//! What is tried when a device is opened: its arithmetic, its loops, its subgroups.

pub(crate) mod arithmetic;
pub(crate) mod subgroups;
