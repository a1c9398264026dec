//! Properties of every operator that need no device: the order, the laws, the error bounds, and the derive's hygiene.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test reports by panicking"
)]

#[path = "laws/algebra.rs"]
mod algebra;
#[path = "laws/bounds.rs"]
mod bounds;
#[path = "laws/comparisons.rs"]
mod comparisons;
#[path = "laws/edges.rs"]
mod edges;
#[path = "laws/exact.rs"]
mod exact;
#[path = "laws/generators.rs"]
mod generators;
#[path = "laws/hygiene.rs"]
mod hygiene;
#[path = "laws/order.rs"]
mod order;
#[path = "laws/pairs.rs"]
mod pairs;
#[path = "laws/quantiles.rs"]
mod quantiles;
#[path = "laws/statistics.rs"]
mod statistics;
#[path = "laws/top.rs"]
mod top;
#[path = "laws/two_orders.rs"]
mod two_orders;
