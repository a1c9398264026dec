//! Programs of a review of the language, a module for each.

#![allow(dead_code, unused)]

mod b04_no_combine {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, GpuType)]
    struct A {
        s: f32,
    }
    #[gpu]
    impl Monoid for A {
        fn identity() -> Self {
            A { s: 0.0 }
        }
    }
}

mod b05_wrong_types {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, GpuType)]
    struct A {
        s: f32,
        n: u32,
    }
    #[gpu]
    impl Monoid for A {
        fn identity() -> Self {
            A { s: 0, n: 0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            A {
                s: a.s + b.n,
                n: a.n + b.s,
            }
        }
    }
}

mod b06_forgot_derive {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct A {
        s: f32,
    }
    #[gpu]
    impl Monoid for A {
        fn identity() -> Self {
            A { s: 0.0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            A { s: a.s + b.s }
        }
    }
    #[gpu]
    impl Reduction for A {
        type Input = f32;
        type State = Self;
        type Output = f32;
        fn lift(x: f32) -> Self {
            A { s: x }
        }
        fn finish(s: Self) -> f32 {
            s.s
        }
    }
}

mod b06b_forgot_clone {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(GpuType)]
    struct A {
        s: f32,
    }
    #[gpu]
    impl Monoid for A {
        fn identity() -> Self {
            A { s: 0.0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            A { s: a.s + b.s }
        }
    }
}

mod b06c_forgot_gpu {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, GpuType)]
    struct A {
        s: f32,
    }
    impl Monoid for A {
        fn identity() -> Self {
            A { s: 0.0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            A { s: a.s + b.s }
        }
    }
}

mod b06e_forgot_gpu_method {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, GpuType)]
    struct A {
        s: f32,
    }
    impl A {
        fn add(self, o: A) -> A {
            A { s: self.s + o.s }
        }
    }
    #[gpu]
    impl Monoid for A {
        fn identity() -> Self {
            A { s: 0.0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            a.add(b)
        }
    }
}

mod b19_literal {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct B {
        s: f32,
        n: u32,
    }
    #[gpu]
    impl Monoid for B {
        fn identity() -> Self {
            B { s: 0.0f64, n: 0i32 }
        }
        fn combine(a: Self, b: Self) -> Self {
            B {
                s: a.s + 1.0f64 * b.s,
                n: a.n + 1i32,
            }
        }
    }
    #[gpu]
    fn f(x: f32) -> f32 {
        x * 2
    }
    #[gpu]
    fn g(x: u32) -> f32 {
        x * 2.0
    }
    #[gpu]
    fn h(a: [f32; 4], i: u32) -> f32 {
        a[i]
    }
}

mod b20_self_method_sig {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct B {
        s: f32,
    }
    #[gpu]
    impl Monoid for B {
        fn identity() -> Self {
            B { s: 0.0 }
        }
        fn combine(self, other: Self) -> Self {
            B { s: self.s + other.s }
        }
    }
}

mod b21_no_output {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    struct S {
        #[reduce(sum)]
        s: f32,
    }
    struct R;
    #[gpu]
    impl Reduction for R {
        type Input = f32;
        type State = S;
        fn lift(x: f32) -> S {
            S { s: x }
        }
        fn finish(s: S) -> S {
            s
        }
    }
    struct Q;
    #[gpu]
    impl Reduction for Q {
        type Input = f32;
        type State = S;
        type Output = S;
        fn lift(x: f32) -> S {
            S { s: x }
        }
    }
}

mod b22_state_f32 {
    use reduce_wgpu::prelude::*;
    struct R;
    #[gpu]
    impl Reduction for R {
        type Input = f32;
        type State = f32;
        type Output = f32;
        fn lift(x: f32) -> f32 {
            x
        }
        fn finish(s: f32) -> f32 {
            s
        }
    }
    fn main2() {
        let _ = Cpu::new().reduce::<ops::Sum<usize>>(&[1usize]);
    }
}

mod b22b_call_wrong {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    struct S {
        #[reduce(sum)]
        s: f32,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct P {
        x: f32,
        y: f32,
    }
    fn f() -> Result<(), Error> {
        let v = vec![1.0f32, 2.0];
        let _ = Cpu::new().reduce::<S>(&v)?; // no input
        let _ = Cpu::new().reduce::<ops::Sum<f32>>(v)?; // by value
        let _ = Cpu::new().reduce::<ops::Sum<f32>>(&[1.0f64])?; // wrong element
        let _ = Cpu::new().reduce::<ops::Sum<f32>>(&vec![P { x: 0.0, y: 0.0 }])?;
        let _ = Cpu::new().reduce::<f32>(&[1.0])?;
        let _ = Cpu::new().reduce(&[1.0f32])?;
        Ok(())
    }
}

mod c05_typo_field {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, GpuType)]
    struct A {
        sum: f32,
        n: u32,
    }
    #[gpu]
    impl Monoid for A {
        fn identity() -> Self {
            A { sum: 0.0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            A {
                sum: a.smu + b.sum,
                n: a.n + b.n,
                extra: 1,
            }
        }
    }
}

mod c06_missing_tail {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, GpuType)]
    struct A {
        sum: f32,
    }
    #[gpu]
    impl Monoid for A {
        fn identity() -> Self {
            A { sum: 0.0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            A { sum: a.sum + b.sum };
        }
    }
}

mod c15_finish_ty {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = f32, output = f32, finish = s / n)]
    struct S {
        #[reduce(sum)]
        s: f32,
        #[reduce(sum, lift = 1)]
        n: u32,
    }
}

mod c17_struct_lift {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct P {
        x: f32,
        y: f32,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = P)]
    struct S {
        #[reduce(sum)]
        x: f32,
        #[reduce(sum)]
        y: f32,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = P)]
    struct T {
        #[reduce(sum)]
        total: P,
    }
}

mod d05_array_of_monoids {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    pub struct Inner {
        #[reduce(min)]
        lo: f32,
        #[reduce(max)]
        hi: f32,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    pub struct Grid {
        cells: [Inner; 4],
    }
}

fn main() {}
