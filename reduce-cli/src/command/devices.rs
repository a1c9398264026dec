//! `reduce devices`: the engines of this machine.

use std::fmt::Write as _;

use reduce_wgpu::{Caps, Engine, Error, Gpus, Needs, Strategy, Subgroups};

use crate::catalogue::Catalogue;
use crate::element_type::ElementType;
use crate::failure::Failure;

/// The operators whose strategies are shown: a float, and an integer, which hardware reduces by itself.
const SHOWN: [(&str, ElementType); 2] = [("sum", ElementType::F32), ("sum", ElementType::U32)];

/// The CPU, and every GPU.
///
/// # Errors
/// If a GPU cannot be opened, or none has the name that the environment asks for.
pub(super) fn devices(catalogue: &Catalogue) -> Result<String, Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut page = format!("CPU, {threads} threads\n  runs        every operator\n");
    let gpus = match Gpus::all() {
        Ok(gpus) => gpus,
        Err(Error::NoAdapter { backends }) => {
            let _ = writeln!(page, "no GPU; backends searched: {backends}");
            return Ok(page);
        }
        Err(error) => return Err(error.into()),
    };
    for gpu in gpus.gpus() {
        page.push_str(&device(gpu.caps(), catalogue)?);
    }
    let engine = Engine::auto()?;
    let chosen = engine.name();
    let _ = writeln!(page, "--engine auto takes {chosen}");
    Ok(page)
}

/// One GPU.
fn device(caps: &Caps, catalogue: &Catalogue) -> Result<String, Failure> {
    let kind = if caps.software { ", a program on the CPU" } else { "" };
    let mut page = format!("{}{kind}\n", caps.device);
    let mut line = |name: &str, text: String| {
        let _ = writeln!(page, "  {name:10}  {text}");
    };
    line("subgroups", subgroups(caps.subgroups));
    line("offers", offers(caps.offers));
    line("floats", caps.arithmetic.to_string());
    line(
        "limits",
        format!(
            "{} bytes a binding, {} a buffer; {} workgroups; {} invocations and {} bytes of memory a workgroup",
            caps.max_binding_bytes,
            caps.max_buffer_bytes,
            caps.max_workgroups,
            caps.max_invocations,
            caps.max_workgroup_bytes
        ),
    );
    for (name, element) in SHOWN {
        let operator = catalogue.on(name, element)?;
        let runs = |strategy: &Strategy| operator.kernels(operator.policy(*strategy, caps), caps).is_ok();
        let names: Vec<String> = Strategy::ALL
            .iter()
            .filter(|strategy| runs(strategy))
            .map(ToString::to_string)
            .collect();
        line(&format!("{name} {element}"), names.join(" "));
    }
    Ok(page)
}

fn subgroups(sizes: Option<Subgroups>) -> String {
    match sizes {
        Some(Subgroups { min, max }) if min == max => format!("of {min} lanes"),
        Some(Subgroups { min, max }) => format!("of {min} to {max} lanes"),
        None => "none".to_owned(),
    }
}

fn offers(offers: Needs) -> String {
    match offers.to_string() {
        nothing if nothing.is_empty() => "nothing beyond every device".to_owned(),
        all => all,
    }
}
