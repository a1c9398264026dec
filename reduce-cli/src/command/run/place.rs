//! The engine that `--engine` names.

use reduce_wgpu::{Cpu, Engine, Error, Gpu, Gpus};

use crate::failure::Failure;
use crate::operator::{Each, Operator};
use crate::piece::Piece;
use crate::value::Value;

/// The engine to reduce on.
pub(super) struct Place {
    engine: Engine,
    /// Whether the CPU runs the reductions that the GPU cannot.
    or_cpu: bool,
}

impl Place {
    /// The engine of this name.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn named(name: &str) -> Result<Self, Failure> {
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

    /// Reductions of groups by `operator`.
    ///
    /// # Errors
    /// The errors of [`Operator::each`].
    pub(super) fn each<'o>(&self, operator: &'o dyn Operator) -> Result<OnEngine<'o>, Error> {
        Ok(OnEngine {
            operator,
            each: self.begin(|engine| operator.each(engine))?,
            or_cpu: self.or_cpu,
        })
    }

    /// Begins something on its engine; on the CPU, if that may be and the GPU lacks what it takes.
    ///
    /// # Errors
    /// The errors of `begin`.
    pub(super) fn begin<T>(&self, begin: impl Fn(&Engine) -> Result<T, Error>) -> Result<T, Error> {
        match begin(&self.engine) {
            // The second is a function of f64 that WGSL lacks.
            Err(Error::MissingFeature { .. } | Error::InvalidWgsl { .. }) if self.or_cpu => {
                begin(&Engine::Cpu(Cpu::new()))
            }
            begun => begun,
        }
    }
}

/// Reductions of groups by an operator on an engine.
pub(super) struct OnEngine<'o> {
    operator: &'o dyn Operator,
    each: Box<dyn Each>,
    or_cpu: bool,
}

impl OnEngine<'_> {
    /// The result of each group: of the elements from one offset up to the next.
    ///
    /// # Errors
    /// The errors of [`Each::each`].
    pub(super) fn each(&self, piece: &Piece, offsets: &[usize]) -> Result<Vec<Value>, Failure> {
        match self.each.each(piece, offsets) {
            // A group is longer than a buffer of the device.
            Err(Error::Limit { .. }) if self.or_cpu => {
                Ok(self.operator.each(&Engine::Cpu(Cpu::new()))?.each(piece, offsets)?)
            }
            Err(Error::Limit {
                what,
                asked,
                unit,
                limit,
                device,
                ..
            }) => Err(Failure::input(format!(
                "{what} takes {asked} {unit}, but {device} allows {limit}; use --engine cpu"
            ))),
            results => Ok(results?),
        }
    }
}

/// The GPU with `part` in its name.
pub(crate) fn gpu(part: &str) -> Result<Gpu, Failure> {
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
