//! NIST's data sets for the accuracy of univariate statistics, which are made by rule, with their certified values.
//!
//! Source: NIST Statistical Reference Datasets, Univariate Summary Statistics (public domain): NumAcc1 to NumAcc4
//! are these few numbers. <https://www.itl.nist.gov/div898/strd/univ/homepage.html>

/// A data set, and its certified statistics.
pub struct Certified {
    /// Its name.
    pub name: &'static str,
    /// The numbers.
    pub data: Vec<f64>,
    /// The mean.
    pub mean: f64,
    /// The standard deviation of a sample (division by n − 1).
    pub deviation: f64,
    /// The digits of it that numpy 2 gives, by two passes in f64.
    pub numpy_digits: f64,
}

/// NumAcc1 to NumAcc4.
pub fn num_acc() -> Vec<Certified> {
    let alternating = |base: f64| {
        let mut data = vec![base + 0.2];
        data.extend([base + 0.1, base + 0.3].repeat(500));
        data
    };
    let set = |name, data, mean, deviation, numpy_digits| Certified {
        name,
        data,
        mean,
        deviation,
        numpy_digits,
    };
    vec![
        set(
            "NumAcc1",
            vec![10_000_001.0, 10_000_003.0, 10_000_002.0],
            10_000_002.0,
            1.0,
            15.0,
        ),
        set("NumAcc2", alternating(1.0), 1.2, 0.1, 14.0),
        set("NumAcc3", alternating(1_000_000.0), 1_000_000.2, 0.1, 9.4),
        set("NumAcc4", alternating(10_000_000.0), 10_000_000.2, 0.1, 8.2),
    ]
}

/// Decimal digits in which a number agrees with the certified one; 15 at most.
pub fn digits(found: f64, certified: f64) -> f64 {
    if found == certified {
        return 15.0;
    }
    (-((found - certified).abs() / certified.abs()).log10()).min(15.0)
}
