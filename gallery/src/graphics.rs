//! Operators of graphics.

use super::figures::{exact, near};
use super::inputs::{altered, between, bits, bytes, letters, sphere, units, vectors, zip};
use super::{Case, case};

pub mod centroid;
pub mod depth_range;
pub mod dominant_hue;
pub mod log_average_luminance;
pub mod mesh_volume;
pub mod over;
pub mod psnr;
pub mod ssim;

use centroid::CentroidParams;
use depth_range::DepthRangeParams;
use dominant_hue::DominantHue;
use log_average_luminance::LogAverageLuminance;
use mesh_volume::MeshVolume;
use over::Layer;
use psnr::Psnr;
use reduce_wgpu::ops;
use ssim::Ssim;

/// A thin layer of fog.
fn layer(colour: [f32; 3], alpha: f32) -> Layer {
    let colour = colour.map(|value| value * alpha);
    Layer { colour, alpha }
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!(
            "log_average_luminance",
            100_000,
            LogAverageLuminance,
            |n| &vectors(0.0, 4.0, 1, n),
            |luminance| [near("luminance", luminance, 1e-5)],
        ),
        case!(
            "depth_range",
            100_000,
            |_n| DepthRangeParams { near: 0.1, far: 100.0 },
            |n| &zip(&units(4, n), &units(5, n), |depth, sky| {
                if sky < 0.25 { 1.0 } else { 0.5 + 0.499 * depth }
            }),
            |range| [
                near("nearest", range.nearest, 1e-6),
                // Far from the camera a depth has few digits of the distance.
                near("farthest", range.farthest, 1e-4),
            ],
        ),
        case!("dominant_hue", 100_000, DominantHue, |n| &bits(6, n), |sector| [exact(
            "sector",
            sector.map_or(f64::NAN, f64::from)
        )],),
        case!(
            "centroid",
            100_000,
            |_n| CentroidParams { width: 400 },
            |n| &bytes(256, 7, n),
            |centre| [near("x", centre.0, 1e-5), near("y", centre.1, 1e-5)],
        ),
        case!(
            "psnr",
            100_000,
            Psnr,
            |n| (
                &bytes(256, 8, n),
                &altered(&bytes(256, 8, n), b"\x00\x40\x80\xff", 10, 9)
            ),
            |decibels| [near("decibels", decibels, 1e-6)],
        ),
        case!(
            "ssim",
            60_000,
            Ssim,
            |n| (
                &letters(b"\x08\x20\x60\xb0\xf8", 11, n),
                &altered(&letters(b"\x08\x20\x60\xb0\xf8", 11, n), b"\x10\x80\xf0", 4, 12)
            ),
            |ssim| [near("ssim", ssim, 1e-12)],
        ),
        case!(
            "over",
            100_000,
            ops::Fold<Layer>,
            |n| &zip(&vectors(0.0, 1.0, 14, n), &between(0.0, 1e-4, 17, n), layer),
            |all| [
                near("red", all.colour[0], 1e-5),
                near("green", all.colour[1], 1e-5),
                near("blue", all.colour[2], 1e-5),
                near("alpha", all.alpha, 1e-5),
            ],
        ),
        case!("mesh_volume", 49_152, MeshVolume, |n| &sphere(n), |mesh| [
            near("volume", mesh.volume, 1e-5),
            near("surface", mesh.surface, 1e-5)
        ],),
    ]
}
