//! The types of a body and the declarations that it can use.

/// A type of the subset.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ty {
    /// `u32`
    U,
    /// `i32`
    I,
    /// `f32`
    F,
    /// `bool`
    B,
    /// `usize`, for counters.
    Z,
    /// `[T; N]`
    Array(Box<Ty>, usize),
    /// `(A, B, …)`
    Tuple(Vec<Ty>),
    /// The struct of this number.
    Struct(usize),
}

impl Ty {
    /// Its Rust.
    pub(super) fn name(&self) -> String {
        match self {
            Self::U => "u32".into(),
            Self::I => "i32".into(),
            Self::F => "f32".into(),
            Self::B => "bool".into(),
            Self::Z => "usize".into(),
            Self::Array(of, len) => format!("[{}; {len}]", of.name()),
            Self::Tuple(of) => {
                let names: Vec<String> = of.iter().map(Self::name).collect();
                format!("({})", names.join(", "))
            }
            Self::Struct(index) => format!("S{index}"),
        }
    }

    /// Whether it consists of scalars without a struct, as every type with operators in WGSL does.
    pub(super) fn is_tuple_or_array(&self) -> bool {
        match self {
            Self::Array(of, _) => of.is_scalar() || of.is_tuple_or_array(),
            Self::Tuple(of) => of.iter().all(|of| of.is_scalar() || of.is_tuple_or_array()),
            _ => false,
        }
    }

    /// Whether it is a number or a bool.
    pub(super) fn is_scalar(&self) -> bool {
        !matches!(self, Self::Array(..) | Self::Tuple(_) | Self::Struct(_))
    }
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub(super) struct Var {
    /// Its Rust name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Whether the body may assign to it.
    pub mutable: bool,
    /// For a counter: it is below this.
    pub below: usize,
}

/// A struct of the case.
#[derive(Clone, Debug)]
pub(super) struct Struct {
    /// Names and types of its fields.
    pub fields: Vec<(String, Ty)>,
}

/// The kind of a function, by the form of its calls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// `f(a, b)`
    Free,
    /// `S::f(a, b)`
    Associated(usize),
    /// `s.f(b)`, where `s` is of that struct and not among the parameters.
    Method(usize),
}

/// A function of the case.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Types of its parameters.
    pub parameters: Vec<Ty>,
    /// Type of its result.
    pub output: Ty,
    /// Whether it loops, itself or through others.
    pub loops: bool,
}
