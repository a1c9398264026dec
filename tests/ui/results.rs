// Mistakes in structs of results: one message each.
use reduce_wgpu::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct NoInput {
    #[reduce(mean)]
    mean: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Unknown {
    #[reduce(mean)]
    mean: f32,
    #[reduce(varience)]
    variance: f32,
    #[reduce(average)]
    average: f32,
    #[reduce(std)]
    deviation: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct OtherType {
    #[reduce(mean)]
    mean: f64,
    #[reduce(argmax)]
    peak: u32,
}

struct Helper;

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct NoReduction {
    #[reduce(by = Helper)]
    helper: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct OtherInput {
    #[reduce(count)]
    n: u64,
    #[reduce(by = ops::Sum<u32>)]
    sum: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Lifted {
    #[reduce(mean, lift = x as u32)]
    whole: f32,
    #[reduce(mean, lift = x.middle())]
    middle: f32,
    #[reduce(argmax, lift = (x, x))]
    pairs: Indexed<(f32, f32)>,
    #[reduce(by = ops::CountAbove<f32>, lift = (x > 0.0))]
    n: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(limit: f32))]
struct LiftedWrong {
    #[reduce(mean = x * x)]
    squares: f32,
    #[reduce(count, lift = x > 0.0)]
    n: u64,
    #[reduce(mean, lift = x - limit)]
    above: f32,
    #[reduce(mean, lift = x.to_string())]
    text: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = deviation / mean)]
struct Finished {
    #[reduce(mean)]
    mean: f32,
    #[reduce(stddev)]
    deviation: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Twice {
    #[reduce(mean, max)]
    mean: f32,
    #[reduce(by = ops::Mean<f32>, variance)]
    variance: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Plain {
    #[reduce(mean)]
    mean: f32,
    sum: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = [f32; 2])]
struct NoNumber {
    #[reduce(mean)]
    mean: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(mean)]
struct OnTheStruct {
    #[reduce(max)]
    greatest: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct NoDevice {
    #[reduce(mean)]
    mean: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Above {
    #[reduce(by = ops::CountAbove<f32>)]
    n: u64,
}

fn encode(reducer: &GpuReducer<NoDevice>, buffer: &wgpu::Buffer, mut encoder: wgpu::CommandEncoder) {
    let _ = reducer.encode(&mut encoder, buffer, 10, buffer);
}

fn main() {
    let _ = Cpu::new().reduce::<Above>(&[1.0]);
}
