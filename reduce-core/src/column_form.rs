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
    /// The function that makes it of a value.
    pub enter: String,
    /// The function that combines two.
    pub combine: String,
    /// The function that makes the value of it.
    pub leave: String,
}

/// A member of a state: its name and type in WGSL, a form of its own, and without one the text that combines those of `a` and
/// `b`.
#[doc(hidden)]
pub type Member = (&'static str, String, (Option<ColumnForm>, String));

/// The form of a struct, if one of its members has one.
pub(crate) fn of_struct<S: Monoid>(module: &mut Module) -> Option<ColumnForm> {
    /// Stands for the form of `S` among what a module declares.
    struct Of<S>(S);
    let members = S::wgsl_members(Asked::Form, module);
    if members.iter().all(|(.., (form, _))| form.is_none()) {
        return None;
    }
    let (state, name) = (S::wgsl_type(module), snake_case(&S::wgsl_name()));
    let kind = module.structure::<Of<S>>(&format!("{}Column", S::wgsl_name()), |_| {
        let types = members.iter().map(|(member, kind, (form, _))| {
            let form = form.as_ref().map(|form| form.kind.clone());
            (*member, form.unwrap_or_else(|| kind.clone()))
        });
        types.collect()
    });
    let call = |function: &str, member: &str| format!("{function}(x.{member})");
    let enter = module.function::<S>("enter a column", &format!("{name}_enter"), |_, function| {
        let values = members.iter().map(|(member, _, (form, _))| match form {
            Some(form) => call(&form.enter, member),
            None => format!("x.{member}"),
        });
        let values = values.collect::<Vec<_>>().join(", ");
        format!("fn {function}(x: {state}) -> {kind} {{\n    return {kind}({values});\n}}")
    });
    let combine = module.function::<S>("fold a column", &format!("{name}_fold"), |_, function| {
        let values = members.iter().map(|(member, _, (form, plain))| match form {
            Some(form) => format!("        {}(a.{member}, b.{member}),\n", form.combine),
            None => format!("        {plain},\n"),
        });
        let values = values.collect::<String>();
        format!("fn {function}(a: {kind}, b: {kind}) -> {kind} {{\n    return {kind}(\n{values}    );\n}}")
    });
    let leave = module.function::<S>("leave a column", &format!("{name}_leave"), |module, function| {
        let values: Vec<String> = members
            .iter()
            .map(|(member, _, (form, _))| match form {
                Some(form) => call(&form.leave, member),
                None => format!("x.{member}"),
            })
            .collect();
        let value = construct::<S>(&values, module);
        format!("fn {function}(x: {kind}) -> {state} {{\n    return {value};\n}}")
    });
    Some(ColumnForm {
        kind,
        enter,
        combine,
        leave,
    })
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
    let mut elementwise = |role, function: &str, from: &str, to: &str| {
        module.function::<([T; N], fn(Operator))>(role, &format!("{function}_x{N}"), |_, name| {
            let elements: Vec<String> = (0..N).map(|k| format!("{function}(x[{k}])")).collect();
            let elements = elements.join(", ");
            format!("fn {name}(x: {from}) -> {to} {{\n    return {to}({elements});\n}}")
        })
    };
    let enter = elementwise("enter a column", &form.enter, &array, &kind);
    let leave = elementwise("leave a column", &form.leave, &kind, &array);
    let name = format!("{}_x{N}", form.combine);
    let combine = module.function::<([T; N], fn(Operator))>("fold a column", &name, |_, name| {
        let elements: Vec<String> = (0..N).map(|k| format!("{}(a[{k}], b[{k}])", form.combine)).collect();
        let elements = elements.join(", ");
        format!("fn {name}(a: {kind}, b: {kind}) -> {kind} {{\n    return {kind}({elements});\n}}")
    });
    ColumnForm {
        kind,
        enter,
        combine,
        leave,
    }
}
