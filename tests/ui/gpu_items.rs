use reduce_wgpu::prelude::*;

#[gpu]
mod module {}

#[gpu]
trait Trait {}

#[gpu]
enum Enum {}

#[gpu]
static GLOBAL: f32 = 1.0;

#[gpu]
type Alias = f32;

#[gpu]
union Union {
    a: f32,
}

fn main() {}
