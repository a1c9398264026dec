//! Operators of statistics.

use super::figures::{exact, near, within};
use super::inputs::{about_a_line, altered, between, bytes, sorted, units, zip};
use super::{Case, case};

pub mod cohens_kappa;
pub mod correlation;
pub mod description;
pub mod geometric_mean;
pub mod kolmogorov_smirnov;
pub mod linear_regression;
pub mod weighted_variance;
pub mod winsorized_mean;

use cohens_kappa::CohensKappa;
use correlation::Correlation;
use description::Description;
use geometric_mean::GeometricMean;
use kolmogorov_smirnov::KolmogorovSmirnovParams;
use linear_regression::LinearRegressionParams;
use weighted_variance::WeightedVariance;
use winsorized_mean::WinsorizedMean;

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!(
            "geometric_mean",
            100_000,
            GeometricMean,
            |n| &between(0.5, 2.0, 1, n),
            |mean| [near("mean", mean, 1e-5)],
        ),
        case!(
            "correlation",
            100_000,
            Correlation,
            |n| (&between(-1.0, 3.0, 2, n), &about_a_line(0.5, 0.0, [-1.0, 3.0], 2, n)),
            |found| [
                near("covariance", found.covariance, 1e-5),
                near("pearson", found.pearson, 1e-5),
            ],
        ),
        case!(
            "linear_regression",
            100_000,
            |_n| LinearRegressionParams {
                origin: [1005.0, 3022.0]
            },
            |n| (
                &between(1000.0, 1010.0, 4, n),
                &about_a_line(3.0, 7.0, [1000.0, 1010.0], 4, n)
            ),
            |line| [
                near("slope", line.slope, 1e-5),
                // The origin is a thousand slopes away.
                within("intercept", line.intercept, 1e-2),
                near("r_squared", line.r_squared, 1e-5),
            ],
        ),
        case!(
            "description",
            100_000,
            Description,
            |n| &zip(&units(6, n), &units(6, n), |x, y| x * y),
            |found| [
                exact("count", found.count as f64),
                exact("min", found.range.min),
                exact("max", found.range.max),
                near("mean", found.mean, 1e-6),
                near("variance", found.variance, 1e-5),
                near("skewness", found.skewness, 1e-4),
                near("kurtosis", found.kurtosis, 1e-4),
            ],
        ),
        case!(
            "weighted_variance",
            100_000,
            WeightedVariance,
            |n| (&between(-5.0, 10.0, 7, n), &between(0.0, 2.0, 8, n)),
            |variance| [near("variance", variance, 1e-5)],
        ),
        case!(
            "winsorized_mean",
            100_000,
            |_n| WinsorizedMean { low: -8.5, high: 9.0 },
            |n| &between(-10.0, 10.0, 9, n),
            // The values are up to 9, and their mean is near 0.
            |mean| [within("mean", mean, 1e-5)],
        ),
        case!(
            "cohens_kappa",
            100_000,
            CohensKappa<4>,
            |n| (&bytes(4, 10, n), &altered(&bytes(4, 10, n), &[0, 1, 2, 3], 3, 11)),
            |kappa| [near("kappa", kappa, 1e-12)],
        ),
        case!(
            "kolmogorov_smirnov",
            100_000,
            |len| KolmogorovSmirnovParams { count: len as u32 },
            |n| &sorted(0.05, 0.98, 13, n),
            |distance| [within("distance", distance, 1e-6)],
        ),
    ]
}
