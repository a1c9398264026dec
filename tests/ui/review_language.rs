//! Programs of a review of the language, a module for each.

#![allow(dead_code, unused)]

mod b12b_bool {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = f32)]
    struct A {
        #[reduce(any, lift = x > 0.0)]
        s: bool,
    }
}

mod b31_while_let {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(mut x: u32) -> u32 {
        while let Some(y) = x.checked_sub(1) {
            x = y;
        }
        x
    }
    #[gpu]
    fn g(x: u32) -> u32 {
        if (3..9).contains(&x) { 1 } else { 0 }
    }
    #[gpu]
    fn h(x: u32) -> u32 {
        matches!(x, 1 | 2) as u32
    }
    #[gpu]
    fn i(x: [u32; 4]) -> u32 {
        x.into_iter().max().unwrap()
    }
    #[gpu]
    fn j(x: [u32; 4]) -> [u32; 4] {
        let mut y = x;
        y.sort();
        y
    }
    #[gpu]
    fn k(x: [u32; 4], y: [u32; 4]) -> [u32; 4] {
        std::array::from_fn(|i| x[i] + y[i])
    }
    #[gpu]
    fn l(x: f32) -> f32 {
        let f = |v: f32| v * v;
        f(x)
    }
    #[gpu]
    fn m(x: (u32, u32)) -> u32 {
        match x {
            (0, b) => b,
            (a, 0) => a,
            (a, b) => a + b,
        }
    }
    #[gpu]
    fn n(x: f32) -> f32 {
        return if x.is_nan() { Default::default() } else { x };
    }
}

mod d08_for_mut_field {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    pub struct A {
        v: [f32; 4],
    }
    #[gpu]
    impl A {
        fn scale(&mut self, k: f32) {
            for i in 0..4 {
                self.v[i] *= k;
            }
        }
    }
    #[gpu]
    fn f(mut a: A) -> f32 {
        a.scale(2.0);
        a.v[0]
    }
}

mod m08_u32from {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: f32, i: u32) -> u32 {
        let y: u32 = (x > 1.0).into();
        y + u32::try_from(i).unwrap()
    }
}

mod m09_partial_cmp {
    use reduce_wgpu::prelude::*;
    use std::cmp::Ordering;
    #[gpu]
    fn f(x: u32, y: u32) -> u32 {
        match x.cmp(&y) {
            Ordering::Less => 1,
            Ordering::Equal => 2,
            Ordering::Greater => 3,
        }
    }
}

mod m17_let_mut_param_pattern {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: u32) -> u32 {
        let y = {
            let mut acc = 0;
            for i in 0..x {
                acc += i;
            }
            acc
        };
        let z = if y > 3 { y } else { return 0 };
        z
    }
    #[gpu]
    fn g(x: u32) -> u32 {
        let (a, mut b) = (x, 1);
        b += a;
        let Some(c) = Some(b) else { return 0 };
        c
    }
}

mod m20_mut_ref_arg {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn push(acc: &mut [f32; 4], x: f32) {
        acc[0] += x;
    }
}

fn main() {}
