//! The strategy that an argument names.

use reduce_wgpu::Strategy;

use crate::failure::Failure;

/// The strategy of this name, in upper or lower case.
///
/// # Errors
/// The nearest names if there is none.
pub(super) fn strategy(name: &str) -> Result<Strategy, Failure> {
    let known = Strategy::ALL.map(|strategy| strategy.to_string());
    let found = Strategy::ALL
        .into_iter()
        .zip(&known)
        .find(|(_, known)| known.eq_ignore_ascii_case(name));
    found.map(|(strategy, _)| strategy).ok_or_else(|| {
        let all = format!("there are {}", known.join(", "));
        Failure::unknown("strategy", name, known.iter().map(String::as_str), &all)
    })
}
