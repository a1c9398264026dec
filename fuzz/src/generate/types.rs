//! The types of a body and the declarations that it can use.

/// An integer of 8 or 16 bits: its name, whether it is signed, and how far it can be shifted.
pub(super) type Narrow = (&'static str, bool, usize);

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
    /// `u8`, `i8`, `u16`, `i16`
    N(Narrow),
    /// `[T; N]`
    Array(Box<Ty>, usize),
    /// `(A, B, …)`
    Tuple(Vec<Ty>),
    /// The struct of this number.
    Struct(usize),
    /// The enum of this number.
    Enum(usize),
    /// `Option<T>`
    Option(Box<Ty>),
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
            Self::N((name, ..)) => (*name).into(),
            Self::Array(of, len) => format!("[{}; {len}]", of.name()),
            Self::Tuple(of) => {
                let names: Vec<String> = of.iter().map(Self::name).collect();
                format!("({})", names.join(", "))
            }
            Self::Struct(index) => format!("S{index}"),
            Self::Enum(index) => format!("E{index}"),
            Self::Option(of) => format!("Option<{}>", of.name()),
        }
    }

    /// What a function without a result returns.
    pub(super) fn unit() -> Self {
        Self::Tuple(Vec::new())
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
        matches!(self, Self::U | Self::I | Self::F | Self::B | Self::Z | Self::N(_))
    }

    /// Whether it is an integer that patterns and iterators take.
    pub(super) fn is_integer(&self) -> bool {
        matches!(self, Self::U | Self::I | Self::N(_))
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
    /// Whether it is a reference, by `&` or, if it is mutable, by `&mut`.
    pub borrowed: bool,
    /// For a counter: it is below this.
    pub below: usize,
}

/// A struct of the case.
#[derive(Clone, Debug)]
pub(super) struct Struct {
    /// Names and types of its fields.
    pub fields: Vec<(String, Ty)>,
    /// The operators that it has an impl of, with the type on their right: `+=`, `|`, and `From` for the conversion.
    pub operators: Vec<(&'static str, Ty)>,
}

/// An enum of the case.
#[derive(Clone, Debug)]
pub(super) struct Enum {
    /// Its variants; the first has no fields if any has none.
    pub variants: Vec<Variant>,
}

impl Enum {
    /// Whether no variant has fields: its values are compared, and cast to numbers.
    pub(super) fn is_plain(&self) -> bool {
        self.variants.iter().all(|variant| variant.fields.is_empty())
    }
}

/// A variant of an enum.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    /// Its name.
    pub name: &'static str,
    /// Whether its fields have names.
    pub named: bool,
    /// Names and types of its fields; the names are `0` and so on where they have none.
    pub fields: Vec<(String, Ty)>,
}

/// How a function takes a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Passing {
    /// `x: T`
    Value,
    /// `x: &T`
    Shared,
    /// `x: &mut T`
    Changed,
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
    /// `s.f(b);`, which changes `s` and returns nothing.
    Changer(usize),
    /// `e.f(b)`, where `e` is of that enum.
    OfEnum(usize),
}

/// A function of the case.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Types of its parameters, and how it takes them.
    pub parameters: Vec<(Ty, Passing)>,
    /// Type of its result.
    pub output: Ty,
    /// Whether a receiver or a parameter is taken by `&`: no other argument may change what is lent.
    pub lends: bool,
    /// Whether it loops, itself or through others.
    pub loops: bool,
}
