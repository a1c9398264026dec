use reduce_wgpu::prelude::*;

macro_rules! total {
    ($name:ident, $finish:expr) => {
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
        #[reduce(input = f32, output = f32, finish = $finish)]
        struct $name {
            #[reduce(sum)]
            sum: f32,
        }
    };
}

total!(Twice, sum * 2.0);

fn main() {}
