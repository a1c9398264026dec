//! All strategies over the same numbers, one after the other: the time of each, and its result beside the CPU's.

use std::time::Duration;

use reduce_wgpu::{Cpu, Engine, Error, Gpu, Policy, Strategy};

use crate::agreement::Agreement;
use crate::arguments::Ladder;
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::made_up;
use crate::operator::Operator;
use crate::resident::Resident;
use crate::timing;
use crate::value::Value;

/// Elements of a first, short try, which tells how long all of them will take at most.
const PROBE: u64 = 1 << 16;

/// The results of a measurement.
pub(super) struct Measurements {
    pub(super) operator: String,
    pub(super) element: ElementType,
    pub(super) length: u64,
    pub(super) bytes: u64,
    pub(super) device: String,
    /// The time in which the device reads everything and computes next to nothing.
    pub(super) peak: Duration,
    pub(super) strategies: Vec<Row>,
}

/// One strategy.
pub(super) struct Row {
    pub(super) strategy: Strategy,
    /// Invocations of a workgroup; none if it does not run.
    pub(super) workgroup_size: Option<u32>,
    pub(super) outcome: Outcome,
}

/// The outcome of a strategy.
pub(super) enum Outcome {
    /// It ran.
    Ran { time: Duration, agreement: Agreement },
    /// It would have taken about this long.
    TooSlow(Duration),
    /// It cannot express the operator, or the device cannot run it.
    Refuses(String),
}

/// The data that all strategies share.
struct Ground<'a> {
    operator: &'a dyn Operator,
    gpu: &'a Gpu,
    workgroup: Option<u32>,
    cap: Duration,
    data: Resident,
    probe: Resident,
    /// The ratio of the lengths of the data and the probe.
    times: f64,
    expected: Value,
}

impl Measurements {
    /// Measures these strategies.
    ///
    /// # Errors
    /// If the operator does not run on this GPU, or it fails.
    pub(super) fn of(
        operator: &dyn Operator,
        strategies: &[Strategy],
        gpu: &Gpu,
        length: u64,
        asked: &Ladder,
    ) -> Result<Self, Failure> {
        let element = operator.input();
        let numbers = made_up::numbers(element, length)?;
        let mut cpu = operator.stream(&Engine::Cpu(Cpu::new()))?;
        cpu.push(&numbers)?;
        let probe = length.min(PROBE);
        let ground = Ground {
            operator,
            gpu,
            workgroup: asked.workgroup,
            cap: asked.cap,
            data: Resident::upload(gpu, element, &numbers)?,
            probe: Resident::upload(gpu, element, &made_up::numbers(element, probe)?)?,
            times: length as f64 / probe as f64,
            expected: cpu.finish()?,
        };
        drop(numbers);
        let strategies = strategies.iter().map(|strategy| ground.row(*strategy));
        let strategies = strategies.collect::<Result<_, Failure>>()?;
        Ok(Self {
            operator: operator.name().to_owned(),
            element,
            length,
            bytes: length * element.bytes() as u64,
            device: gpu.name().to_owned(),
            peak: ground.data.reading(gpu).map_err(refused)?,
            strategies,
        })
    }

    /// One JSON object; times in µs.
    pub(super) fn json(&self) -> String {
        let strategies = self.strategies.iter().map(|row| self.row_json(row)).collect();
        Value::fields([
            ("device", Value::from(self.device.as_str())),
            ("operator", Value::from(self.operator.as_str())),
            ("input", Value::from(self.element.name())),
            ("length", Value::from(self.length)),
            ("bytes", Value::from(self.bytes)),
            ("peak_us", Value::from(micros(self.peak))),
            ("strategies", Value::Members(strategies)),
        ])
        .json()
    }

    fn row_json(&self, row: &Row) -> Value {
        let mut fields = vec![("strategy", Value::from(row.strategy.to_string().as_str()))];
        fields.extend(
            row.workgroup_size
                .map(|workgroup_size| ("workgroup", Value::from(u64::from(workgroup_size)))),
        );
        match &row.outcome {
            Outcome::Ran { time, agreement } => {
                fields.push(("us", Value::from(micros(*time))));
                fields.push(("gb_per_s", Value::from(timing::rate(self.bytes, *time))));
                fields.push(("of_peak", Value::from(self.share(*time))));
                fields.push(match agreement {
                    Agreement::Equal => ("result", Value::from("equal bits")),
                    Agreement::Error(error) => ("error", Value::from(*error)),
                    wrong @ Agreement::Differs { .. } => ("wrong", Value::from(wrong.to_string().as_str())),
                });
            }
            Outcome::TooSlow(about) => fields.push(("too_slow_us", Value::from(micros(*about)))),
            Outcome::Refuses(why) => fields.push(("refuses", Value::from(why.as_str()))),
        }
        Value::fields(fields)
    }

    /// The part of the peak that `time` reaches.
    pub(super) fn share(&self, time: Duration) -> f64 {
        self.peak.as_secs_f64() / time.as_secs_f64()
    }
}

impl Ground<'_> {
    /// One strategy, if it can express the operator here and is not too slow.
    fn row(&self, strategy: Strategy) -> Result<Row, Failure> {
        let (workgroup_size, outcome) = match self.outcome(strategy) {
            Ok((workgroup_size, outcome)) => (Some(workgroup_size), outcome),
            Err(Error::Policy { problem, .. }) => {
                let name = format!("Strategy::{strategy} ");
                let why = problem.strip_prefix(&name).unwrap_or(&problem);
                (None, Outcome::Refuses(why.to_owned()))
            }
            Err(Error::Limit {
                what,
                asked,
                unit,
                limit,
                ..
            }) => {
                let why = format!("{what} takes {asked} {unit}, but there are {limit}");
                (None, Outcome::Refuses(why))
            }
            Err(error) => return Err(refused(error)),
        };
        Ok(Row {
            strategy,
            workgroup_size,
            outcome,
        })
    }

    fn outcome(&self, strategy: Strategy) -> Result<(u32, Outcome), Error> {
        let caps = self.gpu.caps();
        let policy = self.operator.policy(strategy, caps);
        let fixed = matches!(strategy, Strategy::Serial | Strategy::Canonical);
        let workgroup = self.workgroup.filter(|_| !fixed).unwrap_or(policy.workgroup);
        let policy = Policy { workgroup, ..policy };
        let kernels = self.operator.kernels(policy, caps)?;
        let workgroup_size = kernels
            .all()
            .iter()
            .map(reduce_wgpu::Kernel::workgroup_size)
            .max()
            .unwrap_or(1);
        let reduction = self.operator.measured(self.gpu, policy)?;
        // Twice: the first call of a pipeline may finish its compilation.
        reduction.measure(&self.probe)?;
        let (_, short) = reduction.measure(&self.probe)?;
        let about = short.mul_f64(self.times);
        if about > self.cap {
            return Ok((workgroup_size, Outcome::TooSlow(about)));
        }
        let (value, time) = timing::of_passes(self.gpu, reduction.as_ref(), &self.data, self.cap)?;
        let agreement = Agreement::of(&value, &self.expected);
        Ok((workgroup_size, Outcome::Ran { time, agreement }))
    }
}

/// Microseconds, to the nanosecond.
fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}

/// The library's sentence, with what this command can do about it.
fn refused(error: Error) -> Failure {
    Failure::with_remedy(error, "give another --input or --engine")
}
