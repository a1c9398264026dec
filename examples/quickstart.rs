//! Count, mean, minimum and maximum of one column of a CSV file, in one pass over it.
//!
//! `cargo run --release --example quickstart`, or with `-- --gpu`, or with `-- FILE COLUMN` for a file of your own.

use reduce_wgpu::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)] // `x` is the input element in every `lift`
struct Stats {
    #[reduce(sum, lift = 1)]
    count: u32,
    #[reduce(sum)] // `lift` is `x` if not given
    sum: f32,
    #[reduce(min)]
    min: f32,
    #[reduce(max)]
    max: f32,
}

fn report(data: &[f32], on_gpu: bool) -> Result<(), Error> {
    let engine = if on_gpu {
        Engine::Gpu(Gpu::new()?)
    } else {
        Engine::auto()?
    };
    let reducer = engine.reducer::<Stats>()?; // compiled here, once
    let start = std::time::Instant::now();
    let stats = reducer.reduce(data)?;
    let time = start.elapsed();

    println!("engine  {}", engine.name());
    println!("time    {time:?}");
    println!("count   {}", stats.count);
    println!("mean    {:?}", stats.sum / stats.count as f32);
    println!("min     {:?}", stats.min);
    println!("max     {:?}", stats.max);
    println!("\n{}", Kernels::of::<Stats>(&Caps::webgpu())?.combine());
    Ok(())
}

const SEATTLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/seattle-weather-hourly-normals.csv");

fn run(arguments: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let (on_gpu, input) = match arguments {
        ["--gpu", input @ ..] => (true, input),
        input => (false, input),
    };
    let (path, column) = match *input {
        [] => (SEATTLE, "temperature"),
        [path, column] => (path, column),
        _ => return Err("usage: quickstart [--gpu] [FILE COLUMN]".into()),
    };
    let data = read(path, column).map_err(|why| format!("{path}: {why}"))?;
    Ok(report(&data, on_gpu)?)
}

fn read(path: &str, column: &str) -> Result<Vec<f32>, Box<dyn std::error::Error>> {
    let mut file = csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(path)?;
    let names: Vec<String> = file.headers()?.iter().map(str::to_owned).collect();
    let Some(index) = names.iter().position(|name| name == column) else {
        return Err(format!("there is no column `{column}`; there are: {}", names.join(", ")).into());
    };
    let mut data = Vec::new();
    for row in file.records() {
        let row = row?;
        let line = row.position().map_or(0, csv::Position::line);
        let cell = &row[index];
        data.push(
            cell.parse()
                .map_err(|_| format!("line {line}: `{cell}` in column `{column}` is not a number"))?,
        );
    }
    Ok(data)
}

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("quickstart: {why}");
            std::process::ExitCode::FAILURE
        }
    }
}
