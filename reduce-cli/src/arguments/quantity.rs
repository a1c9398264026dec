//! Numbers with units: `32M`, `1Gi`, `0.5`.

use std::time::Duration;

/// A number of elements: digits, and behind them k, M, G or T for powers of 1000, or Ki, Mi, Gi or Ti for powers of 1024.
///
/// # Errors
/// What it should look like.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let unit: Option<u64> = match unit.to_ascii_lowercase().as_str() {
        "" => Some(1),
        "k" => Some(1000),
        "m" => Some(1_000_000),
        "g" => Some(1_000_000_000),
        "t" => Some(1_000_000_000_000),
        "ki" => Some(1 << 10),
        "mi" => Some(1 << 20),
        "gi" => Some(1 << 30),
        "ti" => Some(1 << 40),
        _ => None,
    };
    let number: Option<u64> = digits.parse().ok();
    let count = number.zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    count
        .filter(|count| *count > 0)
        .ok_or_else(|| "give a positive number such as 1000000, 32M (millions) or 32Mi (times 2^20)".to_owned())
}

/// A time in seconds, which may be a fraction.
///
/// # Errors
/// What it should look like.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.parse().ok();
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.filter(|time| !time.is_zero())
        .ok_or_else(|| "give a positive number of seconds, such as 2 or 0.5".to_owned())
}
