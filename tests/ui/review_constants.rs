//! Programs of a review of the language, a module for each.

#![allow(dead_code, unused)]

mod b06d_forgot_gpu_fn {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, GpuType)]
    struct A {
        s: f32,
    }
    fn add(a: f32, b: f32) -> f32 {
        a + b
    }
    #[gpu]
    impl Monoid for A {
        fn identity() -> Self {
            A { s: 0.0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            A { s: add(a.s, b.s) }
        }
    }
}

mod b23_padding {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct P {
        x: f32,
        y: f64,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct Q {
        x: f32,
        y: u8,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct R {
        x: [f32; 3],
        y: u16,
        z: u16,
    }
}

mod b25_missing_gpu_assoc_fn_in_lift {
    use reduce_wgpu::prelude::*;
    fn gamma(x: f32) -> f32 {
        x.powf(2.2)
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = f32)]
    struct S {
        #[reduce(sum, lift = gamma(x))]
        s: f32,
    }
}

mod c09_recursive_mutual {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn even(n: u32) -> u32 {
        if n == 0 { 1 } else { odd(n - 1) }
    }
    #[gpu]
    fn odd(n: u32) -> u32 {
        if n == 0 { 0 } else { even(n - 1) }
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = u32)]
    struct S {
        #[reduce(sum, lift = even(x))]
        s: u32,
    }
}

mod m11_std_max {
    use reduce_wgpu::prelude::*;
    use std::cmp::{max, min};
    #[gpu]
    fn f(x: u32, y: u32) -> u32 {
        max(x, min(y, 3))
    }
}

fn main() {}
