use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct NoInput {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Point {
    x: f32,
    y: f32,
}

fn main() -> Result<(), Error> {
    let numbers = vec![1.0f32, 2.0];
    let _ = Cpu::new().reduce::<NoInput>(&numbers)?;
    let _ = Cpu::new().reduce::<ops::Sum<f32>>(numbers)?;
    let _ = Cpu::new().reduce::<ops::Sum<f32>>(&[1.0f64])?;
    let _ = Cpu::new().reduce::<ops::Sum<f32>>(&[Point { x: 0.0, y: 0.0 }])?;
    let _ = Cpu::new().reduce::<f32>(&[1.0])?;
    let _ = Cpu::new().reduce::<ops::Sum<usize>>(&[1usize]);
    Ok(())
}
