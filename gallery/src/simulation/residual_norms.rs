//! Residual norms: how far a solver is from its solution, on average, in energy and at worst, and whether it has diverged.
//!
//! Source: R. J. LeVeque, "Finite Difference Methods for Ordinary and Partial Differential Equations", SIAM (2007), appendix A

use reduce_wgpu::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct ResidualNorms {
    #[reduce(l1norm)]
    pub l1: f32,
    #[reduce(l2norm)]
    pub l2: f32,
    #[reduce(linfnorm)]
    pub greatest: f32,
    #[reduce(all, lift = x.is_finite() as u32)]
    pub finite: u32,
}
