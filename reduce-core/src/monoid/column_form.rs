//! The type in which a kernel folds a column: the state, or a form of it that is combined in fewer operations.
//!
//! A float minimum compares integers that are made from the bits of both operands, eight operations in all. Folded as those
//! integers it is one: each element is turned into its integer once, and the last of a column back. Minima and maxima of
//! any bits, NaNs included, stay the same, because the way there and back changes none.

use std::any::TypeId;

use crate::monoid::member::{ColumnForm, Member, Shuffle};
use crate::types::construct::each_element;
use crate::types::gpu_type::GpuType;
use crate::wgsl::{Module, construct_of, snake_case};

/// A member of a struct: its name and type, a form of its own, and the expressions without one.
pub(crate) struct StructMember {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) form: Option<ColumnForm>,
    /// The expression that combines those of `a` and `b`.
    pub(crate) combined: String,
}

/// The form of a struct of these members, if one of them has one; `names` are the name of the struct and the one that it would like to have.
pub(crate) fn of_struct(
    keys: (TypeId, TypeId),
    members: &[Member],
    names: fn(&mut Module) -> (String, String),
    module: &mut Module,
) -> Option<ColumnForm> {
    let of_struct = members.iter().map(|member| StructMember {
        name: member.name.to_owned(),
        kind: (member.kind)(module),
        form: (member.column)(module),
        combined: member.combined(module),
    });
    let of_struct: Vec<StructMember> = of_struct.collect();
    forms(&of_struct).next()?;
    let names = names(module);
    let fetched = members.iter().map(|member| member.fetched(module)).collect();
    of_members(keys, names, (of_struct, fetched), module)
}

/// The form of a struct of these members, if one of them has one, and the expressions that fetch those without one; `key` and `form_key` stand for
/// the struct and the form among the declarations of a module.
pub(crate) fn of_members(
    (key, form_key): (TypeId, TypeId),
    (state, wanted): (String, String),
    (members, fetched): (Vec<StructMember>, Vec<String>),
    module: &mut Module,
) -> Option<ColumnForm> {
    forms(&members).next()?;
    let changes = forms(&members).any(|form| form.to_key.is_some());
    let of = OfStruct {
        key,
        state,
        name: snake_case(&wanted),
        wanted,
        members,
        changes,
    };
    Some(of.form(form_key, fetched, module))
}

/// The forms that members have.
fn forms(members: &[StructMember]) -> impl Iterator<Item = &ColumnForm> {
    members.iter().filter_map(|member| member.form.as_ref())
}

/// A struct whose form is made.
struct OfStruct {
    /// Whose functions are declared.
    key: TypeId,
    /// The name of the struct in the module, the name that it would like to have, and the name in those of functions.
    state: String,
    wanted: String,
    name: String,
    members: Vec<StructMember>,
    /// Whether the form is of another type.
    changes: bool,
}

impl OfStruct {
    fn form(&self, form_key: TypeId, fetched: Vec<String>, module: &mut Module) -> ColumnForm {
        let name = &self.name;
        let kind = if self.changes {
            let types = self.members.iter().map(|member| {
                let kind = member.form.as_ref().map_or(&member.kind, |form| &form.kind);
                (&member.name, kind.clone())
            });
            module.structure_of(form_key, &format!("{}Column", self.wanted), types.collect())
        } else {
            self.state.clone()
        };
        let to_key = self.changes.then(|| self.wgsl_to_key(&kind, module));
        let fold = self.combining(
            "fold a column",
            format!("{name}_fold"),
            |form| &form.fold,
            &kind,
            module,
        );
        let combine = if forms(&self.members).all(|form| form.fold == form.combine) {
            fold.clone()
        } else {
            self.combining(
                "join columns",
                format!("{name}_join"),
                |form| &form.combine,
                &kind,
                module,
            )
        };
        ColumnForm {
            to_key,
            fold,
            combine,
            from_key: self.changes.then(|| self.wgsl_from_key(&kind, module)),
            shuffle: self.shuffle(&kind, fetched, module),
            kind,
        }
    }

    /// The members of `x`, each through the function that `of` gives for its form.
    fn each(&self, of: fn(&ColumnForm) -> &Option<String>) -> Vec<String> {
        let values = self.members.iter().map(|StructMember { name, form, .. }| {
            let function = form.as_ref().and_then(|form| of(form).as_deref());
            match function {
                Some(function) => format!("{function}(x.{name})"),
                None => format!("x.{name}"),
            }
        });
        values.collect()
    }

    fn wgsl_to_key(&self, kind: &str, module: &mut Module) -> String {
        let (state, values) = (&self.state, self.each(|form| &form.to_key).join(", "));
        module.function_of(
            (self.key, "column to key"),
            &format!("{}_to_key", self.name),
            &|_, function| format!("fn {function}(x: {state}) -> {kind} {{\n    return {kind}({values});\n}}"),
        )
    }

    fn wgsl_from_key(&self, kind: &str, module: &mut Module) -> String {
        let (state, values) = (&self.state, self.each(|form| &form.from_key));
        module.function_of(
            (self.key, "key to column"),
            &format!("{}_from_key", self.name),
            &|_, function| {
                let value = construct_of(state, &values);
                format!("fn {function}(x: {kind}) -> {state} {{\n    return {value};\n}}")
            },
        )
    }

    /// A function of two such columns: for each member the function that `of` gives for its form, or the state's own.
    fn combining(
        &self,
        role: &'static str,
        wanted: String,
        of: fn(&ColumnForm) -> &String,
        kind: &str,
        module: &mut Module,
    ) -> String {
        module.function_of((self.key, role), &wanted, &|_, function| {
            let values = self.members.iter().map(|member| match &member.form {
                Some(form) => format!("{}(a.{name}, b.{name})", of(form), name = member.name),
                None => member.combined.clone(),
            });
            let value = if self.changes {
                let lines: String = values.map(|value| format!("        {value},\n")).collect();
                format!("{kind}(\n{lines}    )")
            } else {
                construct_of(&self.state, &values.collect::<Vec<_>>())
            };
            format!("fn {function}(a: {kind}, b: {kind}) -> {kind} {{\n    return {value};\n}}")
        })
    }

    /// How the form is fetched, if all members can be; `fetched` are the expressions for those without a form.
    fn shuffle(&self, kind: &str, fetched: Vec<String>, module: &mut Module) -> Option<Shuffle> {
        let values = self
            .members
            .iter()
            .zip(fetched)
            .map(|(member, fetched)| match &member.form {
                Some(form) => Some(form.shuffle.as_ref()?.of(&format!("value.{}", member.name), module)),
                None => Some(fetched),
            });
        let values = values.collect::<Option<Vec<String>>>()?;
        let lines: String = values.iter().map(|value| format!("        {value},\n")).collect();
        let name = format!("{}_{}_column", module.fetch.name(), self.name);
        let function = module.function_of((self.key, "fetch a column"), &name, &|_, function| {
            format!("fn {function}(value: {kind}, distance: u32) -> {kind} {{\n    return {kind}(\n{lines}    );\n}}")
        });
        Some(Shuffle::Function(function))
    }
}

/// The form of an array whose elements have one.
pub(crate) fn of_array<T: GpuType, Operator: 'static, const N: usize>(
    form: &ColumnForm,
    module: &mut Module,
) -> ColumnForm
where
    [T; N]: GpuType,
{
    let of = TypeId::of::<([T; N], fn(Operator))>();
    of_elements(of, <[T; N]>::wgsl_type(module), N, form, module)
}

fn of_elements(of: TypeId, array: String, len: usize, form: &ColumnForm, module: &mut Module) -> ColumnForm {
    let kind = format!("array<{}, {len}>", form.kind);
    let mut declare = |role, function: &str, from: &str, to: &str| {
        module.function_of((of, role), &format!("{function}_x{len}"), &|_, name| {
            let elements = each_element(len, &mut |k| format!("{function}(x[{k}])"));
            let elements = elements.join(", ");
            format!("fn {name}(x: {from}) -> {to} {{\n    return {to}({elements});\n}}")
        })
    };
    let mut elementwise = |role, function: &Option<String>, from: &str, to: &str| {
        let function = function.as_deref()?;
        Some(declare(role, function, from, to))
    };
    let to_key = elementwise("column to key", &form.to_key, &array, &kind);
    let from_key = elementwise("key to column", &form.from_key, &kind, &array);
    let name = format!("{}_x{len}", form.combine);
    let combine = module.function_of((of, "fold a column"), &name, &|_, name| {
        let elements = each_element(len, &mut |k| format!("{}(a[{k}], b[{k}])", form.combine));
        let elements = elements.join(", ");
        format!("fn {name}(a: {kind}, b: {kind}) -> {kind} {{\n    return {kind}({elements});\n}}")
    });
    let shuffle = form.shuffle.clone().map(|each| Shuffle::Array {
        kind: kind.clone(),
        len,
        each: Box::new(each),
    });
    ColumnForm {
        kind,
        to_key,
        fold: combine.clone(),
        combine,
        from_key,
        shuffle,
    }
}
