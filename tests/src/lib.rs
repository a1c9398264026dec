//! What the suites share: the operators and inputs they run over, the oracle, the device they run on, the browser.

pub mod browser;
pub mod child;
pub mod device;
pub mod documents;
pub mod guide;
pub mod in_order;
pub mod inputs;
pub mod names;
pub mod nist;
pub mod operators;
pub mod oracle;
pub mod sizes;
pub mod structure;
pub mod two_orders;
pub mod written;

pub use reduce_wgpu::ops;
