//! The places of elements: in host memory, in arrays on a device or on several, in buffers of the caller's.

pub(crate) mod array;
pub(crate) mod copied;
pub(crate) mod device_keys;
pub(crate) mod device_offsets;
pub(crate) mod device_source;
pub(crate) mod length;
pub(crate) mod pieces;
pub(crate) mod sharded;
pub(crate) mod source;
pub(crate) mod staged;
pub(crate) mod upload;
