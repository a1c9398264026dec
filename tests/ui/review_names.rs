//! Programs of a review of the language, a module for each.

#![allow(dead_code, unused)]

mod b03b_typo_attr2 {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Reduce)]
    #[reduces(input = f32)]
    struct A {
        #[reduce(sum)]
        s: f32,
    }
}

mod b27_undeclared {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: f32) -> f32 {
        let y = x * z;
        y + w(x) + K
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = f32)]
    struct S {
        #[reduce(sum, lift = y)]
        s: f32,
        #[reduce(sum, lift = x + s)]
        t: f32,
    }
}

mod c01_typo_fn {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn square(x: f32) -> f32 {
        x * x
    }
    #[gpu]
    fn f(x: f32) -> f32 {
        sqaure(x)
    }
}

mod c02_typo_local {
    use reduce_wgpu::prelude::*;
    #[gpu]
    fn f(x: f32) -> f32 {
        let value = x * 2.0;
        vlaue + 1.0
    }
}

mod d04_finish_macro {
    use reduce_wgpu::prelude::*;
    macro_rules! fin {
        ($name:ident, $f:expr) => {
            #[repr(C)]
            #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
            #[reduce(input = f32, output = f32, finish = $f)]
            pub struct $name {
                #[reduce(sum)]
                s: f32,
            }
        };
    }
    fin!(A, s * 2.0);
}

fn main() {}
