//! The tools that the suites share: their operators and inputs, the oracle, the device that they run on, the browser.

pub mod browser;
pub mod child;
pub mod device;
pub mod documents;
pub mod guide;
pub mod in_order;
pub mod inputs;
pub mod instances;
pub mod names;
pub mod nist;
pub mod operators;
pub mod oracle;
pub mod parameters;
pub mod results;
pub mod sizes;
pub mod structure;
pub mod two_orders;
pub mod variants;
pub mod written;

pub use reduce_wgpu::ops;
