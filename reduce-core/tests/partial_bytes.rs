//! The bytes of parts: read back by the operator that wrote them, and by no other.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use reduce_core::ops::{ArgMax, Mean, StdDev, Sum, Variance};
use reduce_core::{Cpu, Error, Monoid, NoParameters, ORDER, Operator, Partial};

/// An operator of three functions, in a module of its own.
macro_rules! operator {
    ($module:ident: $bias:expr, $(#[$note:meta])* |$x:ident| $shift:expr, $combine:ident) => {
        mod $module {
            use reduce_core::{GpuType, Monoid, Reduction, gpu};

            #[gpu(crate = reduce_core)]
            const BIAS: f32 = $bias;

            $(#[$note])*
            #[gpu(crate = reduce_core)]
            fn shifted($x: f32) -> f32 {
                $shift + BIAS
            }

            #[repr(C)]
            #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
            #[reduce(crate = reduce_core)]
            pub(crate) struct Total {
                v: f32,
            }

            #[gpu(crate = reduce_core)]
            impl Total {
                fn joined(self, other: Self) -> Self {
                    Self { v: self.v.$combine(other.v) }
                }
            }

            #[gpu(crate = reduce_core)]
            impl Monoid for Total {
                fn identity() -> Self {
                    Self { v: 0.0 }
                }
                fn combine(a: Self, b: Self) -> Self {
                    a.joined(b)
                }
            }

            #[gpu(crate = reduce_core)]
            impl Reduction for Total {
                type Input = f32;
                type State = Self;
                type Output = f32;
                fn lift(x: f32) -> Self {
                    Self { v: shifted(x) }
                }
                fn finish(state: Self) -> f32 {
                    state.v
                }
            }
        }
    };
}

operator!(original: 1.0, |x| x * 2.0, max);
operator!(copy: 1.0, #[doc = "A comment changes nothing."] |x| x * 2.0, max);
operator!(other_callee: 1.0, |x| x * 3.0, max);
operator!(other_constant: 1.5, |x| x * 2.0, max);
operator!(other_method: 1.0, |x| x * 2.0, min);

/// The outcome of reading the bytes of `A` as those of `B`.
fn read<A: Operator<Params: NoParameters, Input = f32>, B: Operator<Params: NoParameters>>() -> Result<(), Error> {
    let bytes = Cpu::new().partial::<A>(&[1.0, 2.0, 3.0], 0)?.to_bytes();
    Partial::<B>::from_bytes(&bytes).map(|_| ())
}

#[test]
fn an_operator_is_its_rust_and_that_of_its_callees() {
    use original::Total;
    read::<Total, Total>().unwrap();
    read::<Total, copy::Total>().unwrap();
    for other in [
        read::<Total, other_callee::Total>(),
        read::<Total, other_constant::Total>(),
        read::<Total, other_method::Total>(),
    ] {
        let said = other.unwrap_err().to_string();
        let names = said.matches("Total from f32 to Total (fingerprint ").count();
        assert_eq!(names, 2, "{said}");
    }
}

mod sum_of {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, reduce_core::Reduce)]
    #[reduce(crate = reduce_core, input = f32)]
    pub(crate) struct T {
        #[reduce(sum)]
        v: f32,
    }
}

mod max_of {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, reduce_core::Reduce)]
    #[reduce(crate = reduce_core, input = f32)]
    pub(crate) struct T {
        #[reduce(max)]
        v: f32,
    }
}

#[test]
fn structs_of_one_name_are_told_apart() {
    assert!(read::<sum_of::T, max_of::T>().is_err());
    assert!(read::<sum_of::T, sum_of::T>().is_ok());
    // Parameters, types and the function that finishes the last state.
    assert!(read::<Variance<f32>, Variance<f32, 1>>().is_err());
    assert!(read::<Variance<f32>, StdDev<f32>>().is_err());
    assert!(read::<(Sum<f32>, Mean<f32>), (Mean<f32>, Sum<f32>)>().is_err());
    let other = read::<Sum<f32>, Mean<f32>>().unwrap_err().to_string();
    assert!(
        other.starts_with("the bytes are of Sum_f32 from f32 to Sum_f32 (fingerprint ")
            && other.contains(" and not of Mean_f32 from "),
        "{other}"
    );
    let places = Cpu::new().partial::<ArgMax<i32>>(&[1, 2], 0).unwrap().to_bytes();
    let places = Partial::<ArgMax<f32>>::from_bytes(&places).unwrap_err().to_string();
    assert!(
        places.starts_with("the bytes are of ArgMax from Indexed_i32 to "),
        "{places}"
    );
}

/// The bytes with a checksum that fits them.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn refused(bytes: &[u8]) -> String {
    Partial::<Sum<f32>>::from_bytes(bytes)
        .map(|_| ())
        .unwrap_err()
        .to_string()
}

#[test]
fn changed_bytes_are_refused() {
    let bytes = Cpu::new().partial::<Sum<f32>>(&[1.0; 100_000], 0).unwrap().to_bytes();
    for len in 0..bytes.len() {
        let message = refused(&bytes[..len]);
        assert!(message.starts_with("the bytes "), "{len}: {message}");
    }
    // A checksum of 32 bits finds every single bit.
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(refused(&damaged).starts_with("the bytes "), "bit {bit}");
        // Behind the checksum, the answer is an error or a Partial, never a panic.
        if let Ok(partial) = Partial::<Sum<f32>>::from_bytes(&sealed(damaged)) {
            let _ = (partial.ranges(), partial.finish());
        }
    }
    let longer = [&bytes[..bytes.len() - 4], &[0; 8]].concat();
    assert!(refused(&sealed(longer)).starts_with("the bytes go on behind their end"));
}

#[test]
fn another_version_and_another_order_are_named() {
    let mut newer = Cpu::new().partial::<Sum<f32>>(&[1.0], 0).unwrap().to_bytes();
    let mut other = newer.clone();
    newer[4] = 9;
    assert!(refused(&newer).starts_with("the bytes are of version 9, and this program reads version 2"));
    other[8] = 77;
    let said = refused(&sealed(other));
    let expected = format!("the bytes are of order 77, and this program combines in order {ORDER}");
    assert!(said.starts_with(&expected), "{said}");
}

#[test]
fn many_nodes_are_read_in_linear_time_and_descending_ones_are_refused() {
    let state = <Sum<f32> as Operator>::State::identity();
    let tile = Partial::<Sum<f32>>::tile_len();
    // Every second tile: nothing meets.
    let mut whole = Partial::<Sum<f32>>::of_tiles((), &[state], 0, tile).unwrap().to_bytes();
    let (node, count) = (16, 300_000u32);
    let nodes = whole.len() - 4 - node;
    let first = whole[nodes..nodes + node].to_vec();
    whole.truncate(nodes);
    whole[nodes - 4..].copy_from_slice(&count.to_le_bytes());
    let with = |indices: &mut dyn Iterator<Item = u64>| {
        let mut bytes = whole.clone();
        for index in indices {
            bytes.extend(&first[..4]);
            bytes.extend(index.to_le_bytes());
            bytes.extend(&first[12..]);
        }
        bytes.extend([0; 4]);
        sealed(bytes)
    };
    let ascending = with(&mut (0..count.into()).map(|index| index * 2));
    assert_eq!(
        Partial::<Sum<f32>>::from_bytes(&ascending).unwrap().ranges().len(),
        count as usize
    );
    let descending = with(&mut (0..count.into()).rev().map(|index| index * 2));
    assert!(refused(&descending).starts_with("the bytes hold nodes that do not ascend"));
    let siblings = with(&mut (0..count.into()));
    assert!(refused(&siblings).starts_with("the bytes hold nodes that do not ascend"));
}
