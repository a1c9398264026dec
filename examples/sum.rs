//! The smallest possible program: the sum of a Vec, on a hardware GPU if there is one.

use reduce_wgpu::prelude::*;

fn main() -> Result<(), Error> {
    let data: Vec<f32> = vec![0.5; 1_000_000];
    let sum = Engine::auto()?.reduce::<ops::Sum<f32>>(&data)?;
    println!("{sum}");
    Ok(())
}
