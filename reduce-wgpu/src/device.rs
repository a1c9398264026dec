//! An open device: how wgpu is called, the objects that are kept on it, and the kernels that are compiled for it.

pub(crate) mod adapter;
pub(crate) mod pipeline;
pub(crate) mod poller;
pub(crate) mod pool;
pub(crate) mod recent;
pub(crate) mod scope;
pub(crate) mod scratch;
pub(crate) mod shared;
pub(crate) mod watch;
