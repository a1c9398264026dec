//! The normaliser of a softmax over a million scores, without overflow, and the entropy of the distribution with it.

use reduce_wgpu::prelude::*;

fn main() -> Result<(), Error> {
    let scores: Vec<f32> = (0..1_000_000i64)
        .map(|i| 90.0 + ((i * 7919) % 1000) as f32 * 0.01)
        .collect();
    let engine = reduce_examples::engine()?;
    let normaliser = engine.reduce::<ops::LogSumExp<f32>>(&scores)?;
    println!("ln of the sum of exp: {normaliser:.3}");

    let logs: Vec<f32> = scores.iter().map(|score| score - normaliser).collect();
    let weights: Vec<f32> = logs.iter().map(|log| log.exp()).collect();
    println!("weights add up to     {:.3}", engine.reduce::<ops::Sum<f32>>(&weights)?);
    println!(
        "entropy in nats       {:.3}",
        -engine.reduce::<ops::Dot<f32>>((&weights, &logs))?
    );
    Ok(())
}
