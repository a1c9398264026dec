//! More of the programs in `review.rs`.

#![allow(
    dead_code,
    irrefutable_let_patterns,
    unused,
    unreachable_pub,
    clippy::all,
    clippy::unwrap_used,
    reason = "the programs as they were found"
)]

#[forbid(unsafe_code)]
#[deny(missing_docs)]
mod m01_forbid_unsafe {
    use reduce_wgpu::prelude::*;
    /// a
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32)]
    pub struct S {
        /// s
        #[reduce(sum)]
        pub s: f32,
    }
    /// b
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    pub struct T {
        /// s
        pub s: f32,
    }
    #[gpu]
    impl Monoid for T {
        fn identity() -> Self {
            T { s: 0.0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            T { s: a.s + b.s }
        }
    }
}

mod m02_local_items {
    use reduce_wgpu::prelude::*;
    pub fn test() -> f32 {
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
        #[reduce(input = f32)]
        struct S {
            #[reduce(sum, lift = sq(x))]
            s: f32,
        }
        #[gpu]
        fn sq(x: f32) -> f32 {
            x * x
        }
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
        struct T {
            s: f32,
        }
        #[gpu]
        impl Monoid for T {
            fn identity() -> Self {
                T { s: 0.0 }
            }
            fn combine(a: Self, b: Self) -> Self {
                T { s: sq(a.s) + b.s }
            }
        }
        Cpu::new().reduce::<S>(&[1.0, 2.0]).unwrap().s
    }
}

mod m04_rename {
    extern crate reduce_wgpu as rw;
    mod inner {
        extern crate reduce_wgpu as _;
    }
    use self::rw::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32)]
    pub struct S {
        #[reduce(sum)]
        s: f32,
    }
}

mod m05_default {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Default, GpuType)]
    pub struct T {
        s: f32,
        n: u32,
    }
    #[gpu]
    impl Monoid for T {
        fn identity() -> Self {
            Default::default()
        }
        fn combine(a: Self, b: Self) -> Self {
            T {
                s: a.s + b.s,
                ..Default::default()
            }
        }
    }
}

mod m06_default2 {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Default, GpuType)]
    pub struct T {
        s: f32,
        n: u32,
    }
    #[gpu]
    impl Monoid for T {
        fn identity() -> Self {
            T::default()
        }
        fn combine(a: Self, b: Self) -> Self {
            if a.n == 0 {
                T::default()
            } else {
                T {
                    s: a.s + b.s,
                    ..Self::default()
                }
            }
        }
    }
}

mod m10_then {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: f32, y: f32) -> f32 {
        std::cmp::max(x as u32, y as u32) as f32 + f32::hypot(x, y) + std::f32::consts::E
    }
}

mod m12_const_generic_expr {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    pub struct Hist<const N: usize> {
        #[reduce(sum)]
        bins: [u32; N],
    }
    pub struct Auto<const N: usize, const LO: i32, const HI: i32>;
    #[gpu]
    impl<const N: usize, const LO: i32, const HI: i32> Reduction for Auto<N, LO, HI> {
        type Input = f32;
        type State = Hist<N>;
        type Output = Hist<N>;
        fn lift(x: f32) -> Hist<N> {
            let t = (x - LO as f32) / (HI - LO) as f32;
            let mut bins = [0; N];
            bins[((t * N as f32) as usize).min(N - 1)] += 1;
            Hist { bins }
        }
        fn finish(s: Hist<N>) -> Hist<N> {
            s
        }
    }
}

mod m13_threshold_assoc {
    use reduce_wgpu::prelude::*;
    pub struct CountAbove<const T: u32>;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    pub struct N {
        #[reduce(sum)]
        n: u32,
    }
    #[gpu]
    impl<const T: u32> Reduction for CountAbove<T> {
        type Input = f32;
        type State = N;
        type Output = u32;
        fn lift(x: f32) -> N {
            N {
                n: (x > f32::from_bits(T)) as u32,
            }
        }
        fn finish(s: N) -> u32 {
            s.n
        }
    }
}

mod m14_selfstate {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    pub struct N {
        #[reduce(sum)]
        n: u32,
    }
    pub struct R;
    #[gpu]
    impl Reduction for R {
        type Input = f32;
        type State = N;
        type Output = u32;
        fn lift(x: Self::Input) -> Self::State {
            N { n: (x > 1.0) as u32 }
        }
        fn finish(s: Self::State) -> Self::Output {
            s.n
        }
    }
}

mod m16_tuple_out_derive {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32, output = Vec<f32>, finish = vec![s])]
    pub struct N {
        #[reduce(sum)]
        s: f32,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32, output = Option<f32>, finish = if n > 0 { Some(s / n as f32) } else { None })]
    pub struct M {
        #[reduce(sum)]
        s: f32,
        #[reduce(sum, lift = 1)]
        n: u32,
    }
}

mod m18_nested_fn_gpu {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: u32) -> u32 {
        const K: u32 = 7;
        use std::f32::consts::PI;
        x + K + PI as u32
    }
}

mod m19_vec_input {
    use reduce_wgpu::prelude::*;
    pub fn f(
        v: &mut Vec<f32>,
        it: impl Iterator<Item = f32>,
        b: Box<[f32]>,
        a: std::sync::Arc<[f32]>,
    ) -> Result<(), Error> {
        let c = Cpu::new();
        c.reduce::<ops::Sum<f32>>(&v[1..])?;
        c.reduce::<ops::Sum<f32>>(&*b)?;
        c.reduce::<ops::Sum<f32>>(&a[..])?;
        c.reduce::<ops::Sum<f32>>(v.as_slice())?;
        c.reduce::<ops::Sum<f32>>(&b)?;
        Ok(())
    }
}

mod m22_bytelit_expr {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = u8)]
    pub struct Lines {
        #[reduce(sum, lift = (x == b'\n') as u32)]
        n: u32,
    }
}
