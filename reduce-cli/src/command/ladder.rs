//! `reduce ladder`: every strategy on this device. `measurements` measures them, `table` and `plot` show the results.

mod measurements;
mod plot;
mod table;

use reduce_wgpu::{Gpu, Strategy};

use self::measurements::Measurements;
use super::device;
use super::strategy::strategy;
use crate::arguments::Ladder;
use crate::call::Call;
use crate::catalogue::Catalogue;
use crate::failure::Failure;
use crate::output;

/// Elements where no number is given: more than the caches of a GPU hold, or as many as a program on the CPU reads in a moment.
const LENGTH: u64 = 32 << 20;
const SOFTWARE_LENGTH: u64 = 4 << 20;

/// The table, or one JSON object; with `--plot` a chart as well.
///
/// # Errors
/// If the arguments are wrong, there is no such GPU, or the operator does not run on it.
pub(super) fn ladder(asked: &Ladder, catalogue: &Catalogue) -> Result<String, Failure> {
    let call = Call::of(&asked.operator)?;
    let operator = catalogue.first(call.name, asked.input)?;
    let applied = call.applied(operator)?;
    let operator = applied.as_deref().unwrap_or(operator);
    if let Some(size) = asked.workgroup {
        is_workgroup(size)?;
    }
    let strategies = strategies(&asked.strategy)?;
    let gpu = device::gpu(&asked.engine)?;
    let measurements = Measurements::of(operator, &strategies, &gpu, length(asked, &gpu), asked)?;
    if let Some(path) = &asked.plot {
        output::write(path, plot::svg(&measurements).as_bytes())?;
    }
    Ok(if asked.json {
        format!("{}\n", measurements.json())
    } else {
        table::text(&measurements)
    })
}

/// The strategies of these names, or all.
fn strategies(names: &[String]) -> Result<Vec<Strategy>, Failure> {
    if names.is_empty() {
        return Ok(Strategy::ALL.to_vec());
    }
    names.iter().map(|name| strategy(name.trim())).collect()
}

fn length(asked: &Ladder, gpu: &Gpu) -> u64 {
    let default = if gpu.is_software() { SOFTWARE_LENGTH } else { LENGTH };
    asked.length.unwrap_or(default)
}

/// # Errors
/// If no strategy has workgroups of this many invocations.
pub(super) fn is_workgroup(size: u32) -> Result<(), Failure> {
    if size.is_power_of_two() && (2..=1024).contains(&size) {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "a workgroup of {size} invocations cannot be halved until one is left; give a power of two from 2 to 1024"
    )))
}
