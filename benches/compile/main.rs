//! Reduces with each of the thirty operators. `cargo xtask bench compile` builds it, and again after a change of a number here.

mod derived;
mod written;

use derived::*;
use reduce_wgpu::prelude::*;
use written::*;

/// The number that a change of this file alone changes.
const SCALE: f32 = 1.0;

fn main() -> Result<(), Error> {
    let engine = Engine::auto()?;
    let floats: Vec<f32> = (0..1000).map(|index| index as f32 * SCALE).collect();
    let signed: Vec<i32> = (-500..500).collect();
    let words: Vec<u32> = (0..1000).collect();
    let bytes: Vec<u8> = (0..=255).collect();
    let points: Vec<[f32; 2]> = floats.iter().map(|&x| [x, x * 0.5]).collect();
    let places: Vec<[f32; 3]> = floats.iter().map(|&x| [x, x * 0.5, 1.0]).collect();
    let maps: Vec<Affine> = floats.iter().map(|&b| Affine { a: 0.5, b }).collect();
    let matrices: Vec<Matrix> = floats
        .iter()
        .map(|&x| Matrix {
            m: [[1.0, x], [0.0, 1.0]],
        })
        .collect();
    let boxes: Vec<Bounds> = places.iter().map(|&low| Bounds { low, high: low }).collect();

    println!("{:?}", engine.reduce::<Stats>(&floats)?);
    println!("{:?}", engine.reduce::<RootMeanSquare>(&floats)?);
    println!("{:?}", engine.reduce::<GeometricMean>(&floats)?);
    println!("{:?}", engine.reduce::<HarmonicMean>(&floats)?);
    println!("{:?}", engine.reduce::<Span>(&floats)?);
    println!("{:?}", engine.reduce::<Clipped>(&floats)?);
    println!("{:?}", engine.reduce::<Moments>(&points)?);
    println!("{:?}", engine.reduce::<Cloud>(&places)?);
    println!("{:?}", engine.reduce::<Flags>(&words)?);
    println!("{:?}", engine.reduce::<Bytes>(&bytes)?);
    println!("{:?}", engine.reduce::<Signs>(&signed)?);
    println!("{:?}", engine.reduce::<Weighted>((&floats, &floats))?);
    println!("{:?}", engine.reduce::<Spread>(&floats)?);
    println!("{:?}", engine.reduce::<Standardised<i32>>(&signed)?);
    println!("{:?}", engine.reduce::<Standardised<u8>>(&bytes)?);
    println!("{:?}", engine.reduce::<ArgMaxAbs>(&floats)?);
    println!("{:?}", engine.reduce::<ops::Fold<Affine>>(&maps)?);
    println!("{:?}", engine.reduce::<ops::Fold<Matrix>>(&matrices)?);
    println!("{:?}", engine.reduce::<ops::Fold<Bounds>>(&boxes)?);
    println!("{:?}", engine.reduce::<MaxSubarray>(&signed)?);
    println!("{:?}", engine.reduce::<Levels>(&words)?);
    println!("{:?}", engine.reduce::<Softmax>(&floats)?);
    println!("{:?}", engine.reducer_using(Threshold { limit: 2.5 })?.reduce(&floats)?);
    println!(
        "{:?}",
        engine.reducer_using(MeanAboveParams { limit: 2.5 })?.reduce(&floats)?
    );
    println!("{:?}", engine.reduce::<Summary>(&floats)?);
    println!("{:?}", engine.reduce::<Brief>(&signed)?);
    println!("{:?}", engine.reduce::<Polar>(&points)?);
    println!("{:?}", engine.reduce::<Extremes<f32>>(&floats)?);
    println!("{:?}", engine.reduce::<Extremes<i32>>(&signed)?);
    println!("{:?}", engine.reduce::<(RootMeanSquare, Span)>(&floats)?);
    Ok(())
}
