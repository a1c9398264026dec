//! The canonical order: the shape of tiles, the tree over them, and parts of it that are merged later.

pub(crate) mod canonical;
pub(crate) mod forest;
pub(crate) mod partial;
