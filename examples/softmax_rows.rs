//! The softmax of each row of a matrix of logits, without overflow: a reduction gives the logarithm of each row's denominator.

use reduce_wgpu::prelude::*;

const ROWS: usize = 512;
const CLASSES: usize = 1000;

/// A logit from 0 to 16 without a pattern, plus a bias of its row, which puts the exponentials of most logits beyond the range of f32.
fn logit(index: usize) -> f32 {
    let bits = (index as u32).wrapping_mul(0x9e37_79b9);
    (bits ^ (bits >> 15)).wrapping_mul(0x85eb_ca6b) as f32 / 2f32.powi(28) + (index / CLASSES) as f32
}

fn main() -> Result<(), Error> {
    let logits: Vec<f32> = (0..ROWS * CLASSES).map(logit).collect();
    let engine = reduce_examples::engine()?;
    let denominators = engine.reduce_each::<ops::LogSumExp<f32>>(&logits, Rows(CLASSES))?;

    let rows = logits.chunks(CLASSES).zip(&denominators);
    let softmax: Vec<f32> = rows
        .flat_map(|(row, denominator)| row.iter().map(move |logit| (logit - denominator).exp()))
        .collect();
    let sums = engine.reduce_each::<ops::Sum<f32>>(&softmax, Rows(CLASSES))?;
    let furthest = sums
        .iter()
        .fold(0.0, |furthest: f32, sum| furthest.max((sum - 1.0).abs()));

    println!(
        "ln of the denominators {:.3} to {:.3}",
        denominators[0],
        denominators[ROWS - 1]
    );
    println!("each row adds up to    1, within {furthest:.5}");
    Ok(())
}
