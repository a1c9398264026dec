//! `reduce bench`: one operator over lengths, on the CPU and a GPU.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use reduce_wgpu::{Cpu, Engine, Error, Gpu, Strategy};

use super::device;
use crate::arguments::Bench;
use crate::call::Call;
use crate::catalogue::Catalogue;
use crate::failure::Failure;
use crate::made_up;
use crate::operator::{Measure, Operator};
use crate::resident::Resident;
use crate::timing::{WARM_UP, median, of_passes, rate, three_digits};
use crate::value::Value;

/// The shortest length, and by how much each is longer than the one before.
const SHORTEST: u64 = 1 << 12;
const STEP: u64 = 8;

/// No round of a length begins after this.
const LIMIT: Duration = Duration::from_secs(2);

/// One length.
struct Row {
    length: u64,
    bytes: u64,
    cpu: Duration,
    gpu: Option<Duration>,
}

/// A table, or one JSON object.
///
/// # Errors
/// If the arguments are wrong, there is no such GPU, or the operator does not run on it.
pub(super) fn bench(asked: &Bench, catalogue: &Catalogue) -> Result<String, Failure> {
    let call = Call::of(&asked.operator)?;
    let operator = catalogue.first(call.name, asked.input)?;
    let applied = call.applied(operator)?;
    let operator = applied.as_deref().unwrap_or(operator);
    let gpu = device::any(&asked.engine)?;
    let device = gpu.as_ref().map(Gpu::name);
    let reduction = gpu.as_ref().map(|gpu| compiled(operator, gpu)).transpose()?;
    let mut rows = Vec::new();
    // The longest first: a lack of room is known at once.
    for length in lengths(asked.length).into_iter().rev() {
        let on_gpu = gpu.as_ref().zip(reduction.as_deref());
        rows.push(row(operator, length, on_gpu)?);
    }
    rows.reverse();
    let title = format!("{} of {}", operator.name(), operator.input());
    Ok(if asked.json {
        json(operator, device, &rows)
    } else {
        table(&title, device, &rows)
    })
}

fn compiled(operator: &dyn Operator, gpu: &Gpu) -> Result<Box<dyn Measure>, Error> {
    operator.measured(gpu, operator.policy(Strategy::Canonical, gpu.caps()))
}

/// Lengths, each eight times as long as the one before, and `most`.
fn lengths(most: u64) -> Vec<u64> {
    let mut lengths: Vec<u64> = std::iter::successors(Some(SHORTEST), |length| length.checked_mul(STEP))
        .take_while(|length| *length < most)
        .collect();
    lengths.push(most);
    lengths
}

fn row(operator: &dyn Operator, length: u64, on_gpu: Option<(&Gpu, &dyn Measure)>) -> Result<Row, Failure> {
    let element = operator.input();
    let numbers = made_up::numbers(element, length)?;
    let engine = Engine::Cpu(Cpu::new());
    let (_, cpu) = median(WARM_UP, LIMIT, || {
        let start = Instant::now();
        let mut stream = operator.stream(&engine)?;
        stream.push(&numbers)?;
        let value: Value = stream.finish()?;
        Ok::<_, Error>((value, start.elapsed()))
    })?;
    let gpu = on_gpu
        .map(|(gpu, reduction)| {
            let data = Resident::upload(gpu, element, &numbers)?;
            of_passes(gpu, reduction, &data, LIMIT).map(|(_, time)| time)
        })
        .transpose()?;
    Ok(Row {
        length,
        bytes: length * element.bytes() as u64,
        cpu,
        gpu,
    })
}

fn table(title: &str, device: Option<&str>, rows: &[Row]) -> String {
    let mut page = format!(
        "{title}; CPU, {} threads{}\n\n",
        std::thread::available_parallelism().map_or(1, usize::from),
        device.map(|name| format!("; GPU {name}")).unwrap_or_default()
    );
    let mut line = |cells: [&str; 5]| {
        let [length, cpu, cpu_rate, gpu, gpu_rate] = cells;
        let text = format!("{length:>12}  {cpu:>9}  {cpu_rate:>6}  {gpu:>9}  {gpu_rate:>6}");
        let _ = writeln!(page, "{}", text.trim_end());
    };
    let gpu = if device.is_some() { ["GPU ms", "GB/s"] } else { ["", ""] };
    line(["ELEMENTS", "CPU ms", "GB/s", gpu[0], gpu[1]]);
    for row in rows {
        let cell = |time: Duration| {
            (
                format!("{:.4}", time.as_secs_f64() * 1e3),
                three_digits(rate(row.bytes, time)),
            )
        };
        let (cpu, gpu) = (cell(row.cpu), row.gpu.map(cell).unwrap_or_default());
        line([&row.length.to_string(), &cpu.0, &cpu.1, &gpu.0, &gpu.1]);
    }
    page
}

fn json(operator: &dyn Operator, device: Option<&str>, rows: &[Row]) -> String {
    let ms = |time: Duration| Value::from(time.as_secs_f64() * 1e3);
    let rows = rows.iter().map(|row| {
        let mut fields = vec![
            ("length", Value::from(row.length)),
            ("cpu_ms", ms(row.cpu)),
            ("cpu_gb_per_s", Value::from(rate(row.bytes, row.cpu))),
        ];
        if let Some(time) = row.gpu {
            fields.extend([
                ("gpu_ms", ms(time)),
                ("gpu_gb_per_s", Value::from(rate(row.bytes, time))),
            ]);
        }
        Value::fields(fields)
    });
    let rows = Value::Members(rows.collect());
    let mut fields = vec![
        ("operator", Value::from(operator.name())),
        ("input", Value::from(operator.input().name())),
    ];
    fields.extend(device.map(|name| ("device", Value::from(name))));
    fields.push(("rows", rows));
    format!("{}\n", Value::fields(fields).json())
}
