//! The canonical order: the shape of blocks, the tree over them, and parts of it that are merged later.

pub(crate) mod forest;
pub(crate) mod partial;
pub(crate) mod shape;
