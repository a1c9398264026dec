//! Device abilities beyond those of every WebGPU device.

/// The optional device abilities that a type depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Needs(u8);

impl Needs {
    /// Nothing beyond what every WebGPU device has.
    pub const NONE: Self = Self(0);
    /// 64-bit floats in shaders.
    pub const F64: Self = Self(1);
    /// 64-bit integers in shaders.
    pub const I64: Self = Self(2);
    /// Storage that one workgroup may read while another one writes it: native devices, not browsers. For
    /// [`Strategy::LastBlock`](crate::Strategy::LastBlock) alone.
    pub const COHERENT: Self = Self(4);

    /// An ability that no device has: the result is made on the host.
    #[doc(hidden)]
    pub const HOST: Self = Self(8);

    const ALL: [(Self, &'static str); 4] = [
        (Self::F64, "64-bit floats (SHADER_F64)"),
        (Self::I64, "64-bit integers (SHADER_INT64)"),
        (Self::COHERENT, "coherent storage (MEMORY_DECORATION_COHERENT)"),
        (Self::HOST, "128-bit integers, which WGSL does not have"),
    ];

    /// Everything that either side needs.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The abilities in `self` that `offered` lacks.
    #[must_use]
    pub const fn without(self, offered: Self) -> Self {
        Self(self.0 & !offered.0)
    }

    /// Whether nothing is needed.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every ability in `other` is in `self`.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        other.without(self).is_empty()
    }
}

impl std::fmt::Display for Needs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut names = Self::ALL.iter().filter(|(need, _)| self.contains(*need));
        match names.next() {
            None => f.write_str("nothing"),
            Some((_, first)) => {
                f.write_str(first)?;
                names.try_for_each(|(_, name)| write!(f, ", {name}"))
            }
        }
    }
}
