//! The scalars inside a type, read from its WGSL declaration: where a sampled value has its bytes, and how two are compared.

use naga::front::wgsl::Frontend;
use naga::{ArraySize, Handle, ScalarKind, Type, TypeInner};

use crate::wgsl::Module;

/// One scalar inside a type: where its bytes are and what they mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Its WGSL path, such as `.mean` or `.bins[2]`; empty for a scalar type.
    pub(super) path: String,
    /// Bytes in front of it.
    pub(super) offset: usize,
    /// The type of its bytes.
    pub(super) scalar: Scalar,
}

/// The meaning of a scalar's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    F32,
    F64,
    I32,
    U32,
    I64,
    U64,
    /// A byte of a type that WGSL lays out in another way than Rust, such as a packed one.
    Byte,
}

impl Scalar {
    /// Its size in bytes.
    pub(super) fn width(self) -> usize {
        match self {
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F64 | Self::I64 | Self::U64 => 8,
            Self::Byte => 1,
        }
    }
}

/// The scalars of the type that `wgsl` declares, read from the declaration; plain bytes where WGSL has another layout.
pub(super) fn leaves(wgsl: fn(&mut Module) -> String, size: usize) -> Vec<Leaf> {
    let mut module = Module::new();
    let kind = wgsl(&mut module);
    let text = format!("{module}\nvar<private> probed_: {kind};");
    let mut leaves = Vec::new();
    let seen = Frontend::new().parse(&text).ok().and_then(|parsed| {
        let (_, variable) = parsed.global_variables.iter().last()?;
        collect(&parsed, variable.ty, String::new(), 0, &mut leaves)
    });
    let end = leaves.iter().map(|leaf| leaf.offset + leaf.scalar.width()).max();
    // There may be padding behind the last scalar.
    if seen.is_some() && end.is_some_and(|end| end.next_multiple_of(8) >= size && end <= size) {
        return leaves;
    }
    bytes(size)
}

/// `size` scalars of one byte.
pub(super) fn bytes(size: usize) -> Vec<Leaf> {
    let byte = |offset| Leaf {
        path: format!("[{offset}]"),
        offset,
        scalar: Scalar::Byte,
    };
    (0..size).map(byte).collect()
}

/// Adds the scalars of type `ty` at `offset`; none if it holds anything but numbers.
fn collect(module: &naga::Module, ty: Handle<Type>, path: String, offset: u32, leaves: &mut Vec<Leaf>) -> Option<()> {
    let mut scalar = |path: String, offset: u32, scalar: naga::Scalar| {
        let scalar = match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 4) => Scalar::F32,
            (ScalarKind::Float, 8) => Scalar::F64,
            (ScalarKind::Sint, 4) => Scalar::I32,
            (ScalarKind::Uint, 4) => Scalar::U32,
            (ScalarKind::Sint, 8) => Scalar::I64,
            (ScalarKind::Uint, 8) => Scalar::U64,
            _ => return None,
        };
        leaves.push(Leaf {
            path,
            offset: offset as usize,
            scalar,
        });
        Some(())
    };
    match &module.types[ty].inner {
        TypeInner::Scalar(kind) => scalar(path, offset, *kind),
        TypeInner::Vector { size, scalar: kind } => (0..*size as u32).try_for_each(|index| {
            let name = ["x", "y", "z", "w"][index as usize];
            scalar(format!("{path}.{name}"), offset + index * u32::from(kind.width), *kind)
        }),
        TypeInner::Array {
            base,
            size: ArraySize::Constant(length),
            stride,
        } => (0..length.get()).try_for_each(|index| {
            collect(
                module,
                *base,
                format!("{path}[{index}]"),
                offset + index * stride,
                leaves,
            )
        }),
        TypeInner::Struct { members, .. } => members.iter().try_for_each(|member| {
            let name = member.name.as_deref().unwrap_or_default();
            collect(
                module,
                member.ty,
                format!("{path}.{name}"),
                offset + member.offset,
                leaves,
            )
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GpuType as _;

    #[test]
    fn a_type_is_taken_apart_into_its_scalars() {
        let paths = |leaves: Vec<Leaf>| -> Vec<(String, usize, Scalar)> {
            leaves
                .into_iter()
                .map(|leaf| (leaf.path, leaf.offset, leaf.scalar))
                .collect()
        };
        assert_eq!(paths(leaves(f32::wgsl_type, 4)), [(String::new(), 0, Scalar::F32)]);
        assert_eq!(
            paths(leaves(crate::ops::Mean::<f32>::wgsl_type, 12)),
            [
                (".total.sum".to_owned(), 0, Scalar::F32),
                (".count.low".to_owned(), 4, Scalar::U32),
                (".count.high".to_owned(), 8, Scalar::U32)
            ]
        );
        assert_eq!(
            paths(leaves(<[i64; 2]>::wgsl_type, 16)),
            [("[0]".to_owned(), 0, Scalar::I64), ("[1]".to_owned(), 8, Scalar::I64)]
        );
    }
}
