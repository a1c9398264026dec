//! Programs of a review of the language, a module for each.

#![allow(dead_code, unused)]

mod b04b_typo_method {
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
        fn combin(a: Self, b: Self) -> Self {
            A { s: a.s + b.s }
        }
    }
}

mod b10_method {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Reduce)]
    #[reduce(input = f32)]
    struct A {
        #[reduce(sum, lift = x.gamma())]
        s: f32,
        #[reduce(max, lift = x.next_up())]
        t: f32,
        #[reduce(max, lift = x.sqr())]
        u: f32,
    }
    #[gpu]
    fn f(x: f32) -> i32 {
        x.total_cmp(1.0)
    }
    #[gpu]
    fn g(x: u32) -> u32 {
        x.midpiont(3)
    }
    #[gpu]
    fn h(x: f32) -> f32 {
        x.squrt()
    }
}

mod b13_ref {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct A<'a> {
        s: &'a f32,
    }
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
        fn combine(a: &Self, b: &Self) -> Self {
            B { s: a.s + b.s }
        }
    }
}

mod b14_unbound {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn add<T>(a: T, b: T) -> T {
        a + b
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct B<T> {
        s: T,
    }
    #[gpu]
    impl<T> Monoid for B<T> {
        fn identity() -> Self {
            B { s: 0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            B { s: a.s + b.s }
        }
    }
}

mod b15_async {
    use reduce_wgpu::prelude::*;
    #[gpu]
    async fn f(x: f32) -> f32 {
        x
    }
}

mod b16_unsafe {
    use reduce_wgpu::prelude::*;
    #[gpu]
    unsafe fn f(x: f32) -> f32 {
        x
    }
    #[gpu]
    fn g(a: [f32; 4], i: usize) -> f32 {
        unsafe { *a.get_unchecked(i) }
    }
}

mod b17_macros {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: f32) -> f32 {
        println!("{x}");
        debug_assert!(x > 0.0);
        let v = vec![x, x];
        v[0]
    }
    #[gpu]
    fn g(x: f32) -> f32 {
        if x < 0.0 {
            panic!("no")
        }
        x
    }
    #[gpu]
    fn h(x: u32) -> u32 {
        match x {
            0 => 1,
            1 => 2,
            _ => unreachable!(),
        }
    }
}

mod b18_box {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: f32) -> f32 {
        let b = Box::new(x);
        *b
    }
    #[gpu]
    fn g(x: Box<f32>) -> f32 {
        *x
    }
    #[gpu]
    fn h(x: [f32; 4]) -> f32 {
        x.iter().sum()
    }
    #[gpu]
    fn i(x: &[f32]) -> f32 {
        x[0]
    }
    #[gpu]
    fn j(x: [f32; 4]) -> f32 {
        let s = &x[1..3];
        s[0]
    }
    #[gpu]
    fn k(x: &dyn Fn(f32) -> f32) -> f32 {
        x(1.0)
    }
    #[gpu]
    fn l(x: impl Fn(f32) -> f32) -> f32 {
        x(1.0)
    }
}

mod b24_mut_global {
    use reduce_wgpu::prelude::*;
    static mut COUNTER: u32 = 0;
    static TABLE: [u32; 4] = [1, 2, 3, 4];
    #[gpu]
    fn f(x: u32) -> u32 {
        unsafe {
            COUNTER += 1;
        }
        x
    }
    #[gpu]
    fn g(x: usize) -> u32 {
        TABLE[x]
    }
}

mod b29_gpu_wrong_item {
    use reduce_wgpu::prelude::*;
    #[gpu]
    struct S {
        a: f32,
    }
    #[gpu]
    mod m {}
    #[gpu]
    const X: f32 = 1.0;
    #[gpu(fast)]
    fn f(x: f32) -> f32 {
        x
    }
    #[gpu]
    trait T {
        fn f(x: f32) -> f32;
    }
}

mod b30_generic_reduce {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct B<T> {
        s: T,
        n: u32,
    }
    #[gpu]
    impl<T: Copy + std::ops::Add<Output = T> + Default> Monoid for B<T> {
        fn identity() -> Self {
            B { s: T::default(), n: 0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            B {
                s: a.s + b.s,
                n: a.n + b.n,
            }
        }
    }
}

mod b32_128 {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(a: u64, b: u64) -> u64 {
        ((a as u128 * b as u128) >> 64) as u64
    }
    #[gpu]
    fn g(a: u32) -> char {
        'x'
    }
    #[gpu]
    fn h(a: isize) -> isize {
        a
    }
}

mod c10_param_unused_type {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: f32, name: &'static str) -> f32 {
        x
    }
    #[gpu]
    fn g(x: f32) {}
    #[gpu]
    fn h(x: f32) -> ! {
        loop {}
    }
    #[gpu]
    fn i(x: *const f32) -> f32 {
        0.0
    }
}

mod c12_char {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: u8) -> u32 {
        if x == b'\n' {
            1
        } else if x as char == 'a' {
            2
        } else {
            0
        }
    }
}

mod c13_neg_index {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(a: [f32; 3]) -> f32 {
        a[3]
    }
    #[gpu]
    fn g(a: u32) -> u32 {
        a << 32
    }
    #[gpu]
    fn h() -> u8 {
        256
    }
    #[gpu]
    fn i(a: i32) -> i32 {
        a / 0
    }
    #[gpu]
    fn j() -> u32 {
        u32::MAX + 1
    }
}

mod d07_eq_int_neg {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: f32) -> u32 {
        if let y = x * 2.0
            && y > 1.0
        {
            1
        } else {
            0
        }
    }
}

mod d09_trait_const_generic {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn lerp<T: Scalar>(a: T, b: T) -> T {
        (a + b) / T::from(2)
    }
    #[gpu]
    fn clampy<T: Number>(x: T) -> f32 {
        x.to_f32().max(0.0) + T::ZERO
    }
}

mod m03_attrs {
    use reduce_wgpu::prelude::*;
    /// doc
    #[gpu]
    #[inline]
    #[must_use]
    #[allow(clippy::many_single_char_names)]
    #[cfg(not(target_os = "none"))]
    pub(crate) const fn cube(x: f32) -> f32 {
        x * x * x
    }
    #[inline(always)]
    #[gpu]
    pub fn f(x: f32) -> f32 {
        /// inner doc
        let y = x;
        #[allow(unused_variables)]
        let z = 3;
        #[cfg(debug_assertions)]
        let y = y + 1.0;
        #[cfg(feature = "nope")]
        let y = y + 100.0;
        // comment
        cube(y)
    }
    #[gpu]
    fn g<T>(a: T, b: T) -> T
    where
        T: Scalar,
    {
        if a > b { a } else { b }
    }
    #[gpu]
    fn h<T: Scalar, const N: usize>(a: [T; N]) -> T {
        let mut m = a[0];
        for i in 1..N {
            m = g(m, a[i]);
        }
        m
    }
    #[gpu]
    pub extern "C" fn k(x: f32) -> f32 {
        x
    }
}

mod m07_from_into {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: u8) -> f32 {
        x.into()
    }
}

mod m15_impl_trait_generic_const {
    use reduce_wgpu::prelude::*;
    #[gpu]
    const LIMIT: f32 = 3.0;
    #[gpu]
    static TABLE: [f32; 2] = [1.0, 2.0];
}

fn main() {}
