//! Measurements: the passes of a call, the rate at which a device reads, and whether workgroups see what others wrote.

pub(crate) mod bandwidth;
pub(crate) mod litmus;
pub(crate) mod timestamps;
