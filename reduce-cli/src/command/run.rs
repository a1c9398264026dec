//! `reduce run`: the operators over the elements of a file, each as a stream, all of them in one reading.

use reduce_wgpu::{Cpu, Engine, Error, Gpu, Gpus};

use crate::arguments::Run;
use crate::call::Call;
use crate::catalogue::Catalogue;
use crate::failure::Failure;
use crate::file::{self, Format, Reading};
use crate::operator::{Operator, Push};
use crate::piece::Piece;
use crate::progress::Bar;
use crate::value::{self, Value};

/// The results, one line each or one JSON object.
///
/// # Errors
/// If the arguments, the file or a reduction is at fault.
pub(super) fn run(asked: &Run, catalogue: &Catalogue) -> Result<String, Failure> {
    let calls = calls(asked, catalogue)?;
    let reading = Reading {
        format: asked.raw.map(Format::Raw).or(asked.format),
        column: asked.column.clone(),
        cells: asked.cells,
        skip_empty: asked.skip_empty,
    };
    let (mut elements, meter) = file::open(&asked.file, &reading)?;
    let found = calls.iter().map(|call| catalogue.on(call.name, elements.element()));
    let found: Vec<&dyn Operator> = found.collect::<Result<_, _>>()?;
    let applied = calls.iter().zip(&found).map(|(call, operator)| call.applied(*operator));
    let applied: Vec<Option<Box<dyn Operator>>> = applied.collect::<Result<_, _>>()?;
    let operators = applied.iter().zip(found);
    let operators: Vec<&dyn Operator> = operators
        .map(|(applied, operator)| applied.as_deref().unwrap_or(operator))
        .collect();
    let place = Place::named(&asked.engine)?;
    let streams = operators.iter().map(|operator| place.stream(*operator));
    let mut streams: Vec<Box<dyn Push>> = streams.collect::<Result<_, _>>()?;
    let mut piece = Piece::new();
    let mut bar = (!asked.json).then(|| Bar::new(meter));
    loop {
        elements.read(&mut piece)?;
        if let Some(bar) = &mut bar {
            bar.tick();
        }
        if piece.is_empty() {
            break;
        }
        for stream in &mut streams {
            stream.push(&piece)?;
        }
    }
    drop(bar);
    let results = streams.into_iter().map(Push::finish);
    let results: Vec<Value> = results.collect::<Result<_, Error>>()?;
    let results: Vec<(&str, &Value)> = operators.iter().map(|operator| operator.name()).zip(&results).collect();
    Ok(if asked.json {
        format!("{}\n", value::object(results))
    } else {
        lines(&results)
    })
}

/// The operators that are asked for, found before any file is opened.
fn calls<'a>(asked: &'a Run, catalogue: &Catalogue) -> Result<Vec<Call<'a>>, Failure> {
    let calls = Call::list(&asked.operators)?;
    let mut known = Vec::new();
    for call in &calls {
        let found = catalogue.named(call.name)?;
        let plain = Call {
            name: found.first().map_or("", |operator| operator.name()),
            ..call.clone()
        };
        if known.contains(&plain) {
            return Err(Failure::usage(format!(
                "{} is named twice; name each operator once",
                call.name
            )));
        }
        known.push(plain);
    }
    Ok(calls)
}

/// A line for each result and each field of one, values below each other.
fn lines(results: &[(&str, &Value)]) -> String {
    let mut named = Vec::new();
    for (name, value) in results {
        value.named(name, &mut named);
    }
    let width = named.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |(name, text): &(String, String)| format!("{name:width$}  {text}\n");
    named.iter().map(line).collect()
}

/// The engine to reduce on.
struct Place {
    engine: Engine,
    /// Whether the CPU runs the reductions that the GPU cannot.
    or_cpu: bool,
}

impl Place {
    fn named(name: &str) -> Result<Self, Failure> {
        let engine = match name.split_once(':') {
            None if name == "auto" => Engine::auto()?,
            None if name == "cpu" => Engine::Cpu(Cpu::new()),
            None if name == "gpu" => Engine::Gpu(Gpu::new()?),
            Some(("gpu", part)) => Engine::Gpu(gpu(part)?),
            _ => {
                let all = "there are auto, cpu, gpu and gpu:PART";
                return Err(Failure::unknown("engine", name, ["auto", "cpu", "gpu"], all));
            }
        };
        Ok(Self {
            engine,
            or_cpu: name == "auto",
        })
    }

    fn stream(&self, operator: &dyn Operator) -> Result<Box<dyn Push>, Error> {
        match operator.stream(&self.engine) {
            // The second is a function of f64 that WGSL lacks.
            Err(Error::MissingFeature { .. } | Error::InvalidWgsl { .. }) if self.or_cpu => {
                operator.stream(&Engine::Cpu(Cpu::new()))
            }
            stream => stream,
        }
    }
}

/// The GPU with `part` in its name.
pub(super) fn gpu(part: &str) -> Result<Gpu, Failure> {
    let gpus = Gpus::all()?;
    let wanted = part.to_lowercase();
    let found = gpus
        .gpus()
        .iter()
        .find(|gpu| gpu.name().to_lowercase().contains(&wanted));
    found.cloned().ok_or_else(|| {
        let names: Vec<&str> = gpus.gpus().iter().map(Gpu::name).collect();
        Failure::usage(format!(
            "no GPU's name contains `{part}`; there are: {}",
            names.join(", ")
        ))
    })
}
