//! Programs of a review of the language that did not compile, or gave wrong messages, and are right: a module for each.

#![allow(
    dead_code,
    irrefutable_let_patterns,
    unused,
    unreachable_pub,
    clippy::all,
    reason = "the programs as they were found"
)]

mod c03_static_table {
    use reduce_wgpu::prelude::*;
    static TABLE: [u32; 4] = [1, 2, 3, 4];
    #[gpu]
    fn g(x: usize) -> u32 {
        TABLE[x]
    }
}

mod c04_static_mut {
    use reduce_wgpu::prelude::*;
    static SCALE: f32 = 2.0;
    #[gpu]
    fn g(x: f32) -> f32 {
        x * SCALE
    }
}

mod c08_unused_mut_warn {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(mut x: f32) -> f32 {
        let y = 3.0;
        x
    }
}

mod c11_float_match {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: f32) -> u32 {
        match x {
            0.0 => 1,
            1.0..=2.0 => 2,
            _ => 3,
        }
    }
}

mod c16_self_in_derive {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = f32, output = f32, finish = self.s / self.n as f32)]
    struct S {
        #[reduce(sum)]
        s: f32,
        #[reduce(sum, lift = 1)]
        n: u32,
    }
}

mod c18_no_prelude {
    use reduce_wgpu::{GpuType, Monoid, Reduce, gpu};
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct P {
        x: f32,
        y: f32,
    }
    #[gpu]
    impl Monoid for P {
        fn identity() -> P {
            P { x: 0.0, y: 0.0 }
        }
        fn combine(a: P, b: P) -> P {
            P {
                x: a.x + b.x,
                y: a.y + b.y,
            }
        }
    }
}

mod c19_f16_no_feature {
    use reduce_wgpu::prelude::*;
    struct R;
    #[gpu]
    impl Reduction for R {
        type Input = half::bf16;
        type State = S;
        type Output = S;
        fn lift(x: half::bf16) -> S {
            S { s: x.to_f32() }
        }
        fn finish(s: S) -> S {
            s
        }
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    struct S {
        #[reduce(sum)]
        s: f32,
    }
}

mod d01_empty_stmt {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(a: u32) -> u32 {
        let x = a * 2;
        x
    }
}

mod d02_var_var {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32)]
    pub struct S {
        #[reduce(sum)]
        var: f32,
        #[reduce(max)]
        var_: f32,
    }
}

mod d03_hygiene2 {
    use reduce_wgpu::prelude::*;
    // x written inside the macro itself
    macro_rules! inside {
        ($name:ident) => {
            #[repr(C)]
            #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
            #[reduce(input = f32)]
            pub struct $name {
                #[reduce(sum, lift = x * x)]
                v: f32,
            }
        };
    }
    inside!(A);
    // x handed over as an ident
    macro_rules! handed {
        ($name:ident, $x:ident, $e:expr) => {
            #[repr(C)]
            #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
            #[reduce(input = f32, output = f32, finish = v * 2.0)]
            pub struct $name {
                #[reduce(sum, lift = { let $x = x; $e })]
                v: f32,
            }
        };
    }
    handed!(B, x, x * x);
}

mod d10_slice_pattern {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: [f32; 3]) -> f32 {
        let [a, .., c] = x;
        if let [p, q, r] = x { a + c + p } else { 0.0 }
    }
    #[gpu]
    fn g(x: i32) -> i32 {
        let y @ 0..=9 = x else { return 0 };
        y
    }
    #[gpu]
    fn h(x: u32) -> u32 {
        match x {
            n @ 1..=5 => n,
            6 | 7 => 6,
            other => other,
        }
    }
}
