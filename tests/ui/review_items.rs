//! Programs of a review of the language, a module for each.

#![allow(dead_code, unused)]

mod b01_no_repr {
    use reduce_wgpu::prelude::*;
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct A {
        s: f32,
    }
}

mod b01b_no_repr_reduce {
    use reduce_wgpu::prelude::*;
    #[derive(Clone, Copy, Reduce)]
    #[reduce(input = f32)]
    struct A {
        #[reduce(sum)]
        s: f32,
    }
}

mod b02_wrong_op {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Reduce)]
    #[reduce(input = f32)]
    struct A {
        #[reduce(add)]
        s: f32,
        #[reduce(or)]
        t: f32,
        #[reduce(avg)]
        u: f32,
    }
}

mod b03_typo_attr {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Reduce)]
    #[reduce(inptu = f32)]
    struct A {
        #[reduce(sum, lfit = 1)]
        s: f32,
    }
}

mod b11_string {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct A {
        s: String,
    }
}

mod b12_usize {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = f32)]
    struct A {
        #[reduce(sum, lift = 1)]
        s: usize,
    }
}

mod b28_many_fields_missing_op {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = f32)]
    struct S {
        a: f32,
        b: u32,
        #[reduce(sum)]
        c: f32,
    }
}

mod c14_lift_wrong_ty {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = f32)]
    struct S {
        #[reduce(sum, lift = x as f64)]
        s: f32,
        #[reduce(sum)]
        n: u32,
        #[reduce(sum, lift = x > 1.0)]
        m: u32,
    }
}

mod c20_vec3_nofeature {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType)]
    struct S {
        m: glam::Mat4,
        q: glam::Quat,
        v: glam::Vec3A,
    }
}

mod c21_dup_gpu_derive {
    use reduce_wgpu::prelude::*;
    #[gpu]
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = f32)]
    struct S {
        #[reduce(sum)]
        s: f32,
    }
}

mod c22_derive_monoid {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Monoid)]
    struct S {
        #[reduce(sum)]
        s: f32,
    }
}

mod c23_reduce_on_gpu_type {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, GpuType, Reduce)]
    #[reduce(input = f32)]
    struct S {
        #[reduce(sum)]
        s: f32,
    }
}

mod c24_no_lift_default {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = (f32, f32))]
    struct S {
        #[reduce(sum)]
        s: f32,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Reduce)]
    #[reduce(input = u8)]
    struct T {
        #[reduce(sum)]
        s: u32,
        #[reduce(max)]
        m: u32,
    }
}

mod d06_ops_member {
    use reduce_wgpu::prelude::*;
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32)]
    pub struct Both {
        #[reduce(sum, lift = 1)]
        n: u32,
        best: ops::ArgMax<f32>,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32)]
    pub struct Two {
        mean: ops::Mean<f32>,
        sd: ops::Variance<f32>,
    }
}

fn main() {}
