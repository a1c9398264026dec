//! Groups of 256 MiB: sums and other operators by rows, columns, segments, runs and keys, in medians in milliseconds of one run.

mod cases;
mod script;

use reduce_bench::floats;

use self::cases::{Case, Inputs};
use crate::python;
use crate::timing::{Repeats, beside_reading, time};

/// Elements of f32: 256 MiB, of which no cache holds much.
const ELEMENTS: usize = 1 << 26;
const REPEATS: Repeats = Repeats { most: 11, seconds: 2.0 };

/// The libraries that stand beside the engine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peers {
    None,
    All,
}

/// Prints a row for each case whose name contains one of the words, or for all cases.
pub(crate) fn table(words: &[&str], peers: Peers) -> Result<(), Box<dyn std::error::Error>> {
    let inputs = Inputs::of(floats(ELEMENTS));
    let is_asked = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word));
    let cases: Vec<Case<'_>> = inputs.cases(&is_asked);
    println!(
        "256 MiB of values, medians of up to {} in ms on {} threads, numpy and ndarray on one; the ratio is to the fastest of the peers",
        REPEATS.most,
        rayon::current_num_threads()
    );
    println!("| case | numpy | polars | ndarray | ours | ratio | of the read rate |");
    println!("|---|---|---|---|---|---|---|");
    let measured = match peers {
        Peers::None => Vec::new(),
        Peers::All => python::medians(&script::of(&cases, ELEMENTS, REPEATS))?,
    };
    for case in &cases {
        let of = |library: &str| {
            let named = format!("{library} {}", case.name);
            measured.iter().find(|(peer, _)| *peer == named).map(|(_, time)| *time)
        };
        let own = case.ndarray.as_ref().filter(|_| peers == Peers::All);
        let ndarray = own.map(|call| time(REPEATS, call));
        let (ours, share) = beside_reading(REPEATS, &case.reads, &case.ours)?;
        row(&case.name, [of("numpy"), of("polars"), ndarray], ours, share);
    }
    Ok(())
}

fn row(name: &str, peers: [Option<f64>; 3], ours: f64, share: f64) {
    let fastest = peers.iter().flatten().copied().fold(f64::NAN, f64::min);
    let [numpy, polars, ndarray] = peers.map(|time| time.map_or_else(|| "–".to_owned(), |time| format!("{time:.1}")));
    let ratio = if fastest.is_nan() {
        "–".to_owned()
    } else {
        format!("{:.2}", ours / fastest)
    };
    println!("| {name} | {numpy} | {polars} | {ndarray} | {ours:.1} | {ratio} | {share:.2} |");
}
