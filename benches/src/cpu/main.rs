//! The CPU engine beside numpy, polars and ndarray.
//!
//! `cpu [flat]`: whole inputs of 1 GiB. `cpu groups [--alone] [CASE]…`: groups of 256 MiB, of which the cases are measured whose names contain one of the words; with
//! `--alone`, without the peers.

mod flat;
mod groups;
mod python;
mod timing;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] | ["flat"] => flat::table(),
        ["groups", "--alone", ref cases @ ..] => groups::table(cases, groups::Peers::None),
        ["groups", ref cases @ ..] => groups::table(cases, groups::Peers::All),
        _ => Err("cpu [flat], or cpu groups [--alone] [CASE]…".into()),
    }
}
