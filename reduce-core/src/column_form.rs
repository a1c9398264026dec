//! What a column of a kernel holds while it is folded: the state, or a form of it that is combined in fewer operations.
//!
//! A float minimum compares integers that are made of the bits of both operands, eight operations in all. Folded as those
//! integers it is one: each element is turned into its integer once, and the last of a column back. Minima and maxima of
//! any bits, NaNs included, stay the same, because the way there and back changes none.

use crate::field::Asked;
use crate::gpu_type::GpuType;
use crate::monoid::Monoid;
use crate::private::construct;
use crate::wgsl::{Module, snake_case};

/// The WGSL of such a form.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct ColumnForm {
    /// Its type.
    pub kind: String,
    /// The function that makes it of a value; none where it is the value.
    pub enter: Option<String>,
    /// The function that combines two, of which all elements of `a` come before those of `b`.
    pub fold: String,
    /// The function that combines any two.
    pub combine: String,
    /// The function that makes the value of it; none where it is the value.
    pub leave: Option<String>,
    /// How a lane fetches it from another lane; none where lanes do not fold it, because they do not come in order.
    pub shuffle: Option<Shuffle>,
}

/// How a lane fetches a value from the lane at a xor-distance.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum Shuffle {
    /// By the built-in.
    Scalar,
    /// Element by element.
    Array {
        /// The type of the array.
        kind: String,
        /// Its elements.
        len: usize,
        /// How each of them is fetched.
        each: Box<Self>,
    },
    /// By this function.
    Function(String),
}

impl Shuffle {
    /// The expression for `value`.
    fn of(&self, value: &str) -> String {
        match self {
            Self::Scalar => format!("subgroupShuffleXor({value}, distance)"),
            Self::Array { kind, len, each } => {
                let elements: Vec<String> = (0..*len).map(|k| each.of(&format!("{value}[{k}]"))).collect();
                format!("{kind}({})", elements.join(", "))
            }
            Self::Function(name) => format!("{name}({value}, distance)"),
        }
    }
}

/// A member of a state: its name and type in WGSL, a form of its own, and without one the text that combines those of `a` and
/// `b`.
#[doc(hidden)]
pub type Member = (&'static str, String, (Option<ColumnForm>, String));

/// The state itself, if there is something faster for what comes in order.
pub(crate) fn in_order<S: Monoid>(module: &mut Module) -> Option<ColumnForm> {
    S::HAS_ORDER.then(|| ColumnForm {
        kind: S::wgsl_type(module),
        enter: None,
        fold: S::wgsl_combine_in_order(module),
        combine: S::wgsl_combine(module),
        leave: None,
        shuffle: None,
    })
}

/// The form of a struct, if one of its members has one.
pub(crate) fn of_struct<S: Monoid>(module: &mut Module) -> Option<ColumnForm> {
    /// Stands for the form of `S` among what a module declares.
    struct Of<S>(S);
    let members = S::wgsl_members(Asked::Form, module);
    if members.iter().all(|(.., (form, _))| form.is_none()) {
        return None;
    }
    let (state, name) = (S::wgsl_type(module), snake_case(&S::wgsl_name()));
    let changes = members
        .iter()
        .any(|(.., (form, _))| form.as_ref().is_some_and(|form| form.enter.is_some()));
    let kind = if changes {
        module.structure::<Of<S>>(&format!("{}Column", S::wgsl_name()), |_| {
            let types = members.iter().map(|(member, kind, (form, _))| {
                let form = form.as_ref().map(|form| form.kind.clone());
                (*member, form.unwrap_or_else(|| kind.clone()))
            });
            types.collect()
        })
    } else {
        state.clone()
    };
    let call = |function: &Option<String>, member: &str| match function {
        Some(function) => format!("{function}(x.{member})"),
        None => format!("x.{member}"),
    };
    let enter = changes.then(|| {
        module.function::<S>("enter a column", &format!("{name}_enter"), |_, function| {
            let values = members.iter().map(|(member, _, (form, _))| {
                let enter = form.as_ref().and_then(|form| form.enter.clone());
                call(&enter, member)
            });
            let values = values.collect::<Vec<_>>().join(", ");
            format!("fn {function}(x: {state}) -> {kind} {{\n    return {kind}({values});\n}}")
        })
    });
    let mut combining = |role, wanted: String, of: fn(&ColumnForm) -> &String| {
        module.function::<S>(role, &wanted, |module, function| {
            let values = members.iter().map(|(member, _, (form, plain))| match form {
                Some(form) => format!("{}(a.{member}, b.{member})", of(form)),
                None => plain.clone(),
            });
            let value = if changes {
                let lines: String = values.map(|value| format!("        {value},\n")).collect();
                format!("{kind}(\n{lines}    )")
            } else {
                construct::<S>(&values.collect::<Vec<_>>(), module)
            };
            format!("fn {function}(a: {kind}, b: {kind}) -> {kind} {{\n    return {value};\n}}")
        })
    };
    let fold = combining("fold a column", format!("{name}_fold"), |form| &form.fold);
    let forms = || members.iter().filter_map(|(.., (form, _))| form.as_ref());
    let combine = if forms().all(|form| form.fold == form.combine) {
        fold.clone()
    } else {
        combining("join columns", format!("{name}_join"), |form| &form.combine)
    };
    let leave = changes.then(|| {
        module.function::<S>("leave a column", &format!("{name}_leave"), |module, function| {
            let values = members.iter().map(|(member, _, (form, _))| {
                let leave = form.as_ref().and_then(|form| form.leave.clone());
                call(&leave, member)
            });
            let value = construct::<S>(&values.collect::<Vec<_>>(), module);
            format!("fn {function}(x: {kind}) -> {state} {{\n    return {value};\n}}")
        })
    });
    let shuffle = shuffle::<S>(&kind, &name, &members, module);
    Some(ColumnForm {
        kind,
        enter,
        fold,
        combine,
        leave,
        shuffle,
    })
}

/// How the form of a struct is fetched, if all of its members can be.
fn shuffle<S: Monoid>(kind: &str, name: &str, members: &[Member], module: &mut Module) -> Option<Shuffle> {
    let plain = S::wgsl_members(Asked::Shuffle, module);
    let values = members
        .iter()
        .zip(plain)
        .map(|((member, _, (form, _)), (.., (_, plain)))| match form {
            Some(form) => Some(form.shuffle.as_ref()?.of(&format!("value.{member}"))),
            None => Some(plain),
        });
    let values = values.collect::<Option<Vec<String>>>()?;
    let lines: String = values.iter().map(|value| format!("        {value},\n")).collect();
    let name = format!("shuffle_xor_{name}_column");
    let function = module.function::<S>("fetch a column", &name, |_, function| {
        format!("fn {function}(value: {kind}, distance: u32) -> {kind} {{\n    return {kind}(\n{lines}    );\n}}")
    });
    Some(Shuffle::Function(function))
}

/// The form of an array whose elements have one.
pub(crate) fn of_array<T: GpuType, Operator: 'static, const N: usize>(
    form: &ColumnForm,
    module: &mut Module,
) -> ColumnForm
where
    [T; N]: GpuType,
{
    let (array, kind) = (<[T; N]>::wgsl_type(module), format!("array<{}, {N}>", form.kind));
    let mut declare = |role, function: &str, from: &str, to: &str| {
        module.function::<([T; N], fn(Operator))>(role, &format!("{function}_x{N}"), |_, name| {
            let elements: Vec<String> = (0..N).map(|k| format!("{function}(x[{k}])")).collect();
            let elements = elements.join(", ");
            format!("fn {name}(x: {from}) -> {to} {{\n    return {to}({elements});\n}}")
        })
    };
    let mut elementwise = |role, function: &Option<String>, from: &str, to: &str| {
        let function = function.as_deref()?;
        Some(declare(role, function, from, to))
    };
    let enter = elementwise("enter a column", &form.enter, &array, &kind);
    let leave = elementwise("leave a column", &form.leave, &kind, &array);
    let name = format!("{}_x{N}", form.combine);
    let combine = module.function::<([T; N], fn(Operator))>("fold a column", &name, |_, name| {
        let elements: Vec<String> = (0..N).map(|k| format!("{}(a[{k}], b[{k}])", form.combine)).collect();
        let elements = elements.join(", ");
        format!("fn {name}(a: {kind}, b: {kind}) -> {kind} {{\n    return {kind}({elements});\n}}")
    });
    let shuffle = form.shuffle.clone().map(|each| Shuffle::Array {
        kind: kind.clone(),
        len: N,
        each: Box::new(each),
    });
    ColumnForm {
        kind,
        enter,
        fold: combine.clone(),
        combine,
        leave,
        shuffle,
    }
}
