//! Type and const parameters, bounded or not, and items that a macro writes.
#![deny(warnings, clippy::pedantic, clippy::absolute_paths)]
#![forbid(unsafe_code)]

use std::marker::PhantomData;

use reduce_wgpu::{OperatorWgsl, Scalar, prelude::*};

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = [T; N], output = f32, finish = total / 2.0)]
struct Lanes<T: Scalar, const N: usize> {
    #[reduce(sum)]
    sums: [T; N],
    #[reduce(sum, lift = x[0].to_f32())]
    total: f32,
}

/// What the fields have to be follows from their operators.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = T)]
struct Extent<T>
where
    T: PartialOrd,
{
    #[reduce(min)]
    low: T,
    #[reduce(max)]
    high: T,
}

/// The parameter is only the input.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = T, output = u32, finish = count)]
struct Count<T> {
    #[reduce(sum, lift = 1)]
    count: u32,
    input: PhantomData<T>,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = T)]
struct Both<T: PartialOrd> {
    extent: Extent<T>,
    #[reduce(sum, lift = 1)]
    count: u32,
}

#[test]
fn parameters_are_taken() -> Result<(), Error> {
    let cpu = Cpu::new();
    assert_eq!(
        cpu.reduce::<Lanes<f32, 2>>(&[[1.0, 2.0], [3.0, 4.0]])?.to_bits(),
        2.0f32.to_bits()
    );
    assert_eq!(cpu.reduce::<Lanes<i32, 3>>(&[[1, 2, 3]])?.to_bits(), 0.5f32.to_bits());
    assert_eq!(cpu.reduce::<Extent<i32>>(&[3, -1])?, Extent { low: -1, high: 3 });
    assert_eq!(cpu.reduce::<Count<[f32; 4]>>(&[[0.0; 4]; 5])?, 5);
    assert_eq!(cpu.reduce::<Both<u32>>(&[3, 1])?.extent.high, 3);
    OperatorWgsl::of::<Lanes<i32, 3>>(&Caps::webgpu())?;
    OperatorWgsl::of::<Both<u32>>(&Caps::webgpu())?;
    assert_eq!(<Lanes<f32, 2> as GpuType>::wgsl_name(), "Lanes_f32_2");
    Ok(())
}

/// Names, types and expressions from both sides of a macro.
macro_rules! declare {
    ($name:ident: $input:ty => $ty:ty, $lift:expr; $finish:expr) => {
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
        #[reduce(input = $input, output = $ty, finish = end * $finish)]
        struct $name {
            #[reduce(sum, lift = x * $lift)]
            end: $ty,
            #[reduce(max)]
            next: $input,
        }
    };
}

declare!(Weighted: f32 => f32, 1.0 + 1.0; -2.0);

#[test]
fn macros_write_items() -> Result<(), Error> {
    fn local() -> Result<f32, Error> {
        declare!(Inner: f32 => f32, 2.0; 1.0);
        Cpu::new().reduce::<Inner>(&[1.0])
    }
    assert_eq!(
        Cpu::new().reduce::<Weighted>(&[1.0, 2.0])?.to_bits(),
        (-12.0f32).to_bits()
    );
    assert_eq!(local()?.to_bits(), 2.0f32.to_bits());
    OperatorWgsl::of::<Weighted>(&Caps::webgpu())?;
    Ok(())
}

/// A trait of one's own with the name of one of the standard library's, over which the macro sees no `Scalar`.
trait Product: Scalar {}

impl Product for f32 {}

#[gpu]
fn cubed<T: Product>(x: T) -> T {
    x * x * x
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Cubes {
    #[reduce(sum, lift = cubed(x))]
    sum: f32,
}

#[test]
fn traits_of_ones_own_are_bounds() -> Result<(), Error> {
    assert_eq!(
        Cpu::new().reduce::<Cubes>(&[1.0, 2.0])?.sum.to_bits(),
        9.0_f32.to_bits()
    );
    OperatorWgsl::of::<Cubes>(&Caps::webgpu())?;
    Ok(())
}
