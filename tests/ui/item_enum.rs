use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
enum Shape {
    Circle(f32),
    Square(f32),
}

fn main() {
    let _ = Cpu::new().reduce::<Shape>(&[1.0]);
    let _ = Shape::combine(Shape::Circle(1.0), Shape::Square(2.0));
}
