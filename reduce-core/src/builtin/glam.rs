//! The vectors of `glam`: Vec2 Vec3 Vec4 and their IVec and UVec kin, behind the feature `glam`.
//!
//! In WGSL each is a struct of scalars and not a `vec3<f32>`: WGSL aligns that to 16 bytes and `vec2<f32>` to 8, glam to 4.
//! A struct of scalars has glam's bytes in every buffer, on every target, wherever it is nested. Its operators and methods
//! are functions on the components, which compile to what WGSL's own do.

use std::marker::PhantomData;

use ::glam::{IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};

use crate::lower::cast::cast;
use bytemuck::NoUninit;

use crate::hash::name;
use crate::lower::method::Method;
use crate::lower::slot::operate;
use crate::monoid::field::Operator;
use crate::needs::Needs;
use crate::types::columns::{ArrayStrip, Columns, Strip};
use crate::types::gpu_type::{GpuType, Storable, Unpadded};
use crate::types::stored::plain;
use crate::wgsl::{Module, snake_case};

/// Properties that the vectors have in common.
trait Vector: GpuType {
    /// The type of a component.
    type Scalar: GpuType;
    /// The names of the components.
    const NAMES: &'static [&'static str];

    /// `of` every component of the variables `operands`, joined.
    fn each(operands: &[&str], joint: &str, of: impl FnMut(&[String]) -> String) -> String {
        let mut of = of;
        let parts = Self::NAMES.iter().map(|component| {
            let parts: Vec<String> = operands.iter().map(|name| format!("{name}.{component}")).collect();
            of(&parts)
        });
        parts.collect::<Vec<_>>().join(joint)
    }
}

/// Columns of vectors: a strip for each component.
#[derive(Clone)]
pub struct Strips<V, S, const N: usize>(ArrayStrip<Strip<S>, N>, PhantomData<V>);

impl<V, S, const N: usize> Columns for Strips<V, S, N>
where
    V: Copy + Send + From<[S; N]> + Into<[S; N]>,
    S: NoUninit + Send,
{
    type Item = V;

    #[inline(always)]
    fn filled(value: V) -> Self {
        Self(ArrayStrip::filled(value.into()), PhantomData)
    }

    #[inline(always)]
    fn get(&self, index: usize) -> V {
        self.0.get(index).into()
    }

    #[inline(always)]
    fn set(&mut self, index: usize, value: V) {
        self.0.set(index, value.into());
    }
}

/// Calls `function` of the vector `V`, declared by `text` behind its name.
fn call<V: GpuType, Key: 'static>(
    role: &'static str,
    arguments: &[String],
    module: &mut Module,
    text: impl Fn(&mut Module) -> String,
) -> String {
    let wanted = format!("{}_{role}", snake_case(&V::wgsl_name()));
    let function = module.function::<(V, Key)>(role, &wanted, &|module, name| format!("fn {name}{}", text(module)));
    format!("{function}({})", arguments.join(", "))
}

/// `left symbol right` of two vectors, or of a vector and a scalar on either side.
fn operator<V: Vector, Left: GpuType, Right: GpuType>(
    symbol: &str,
    left: &str,
    right: &str,
    module: &mut Module,
) -> Option<String> {
    let role = match symbol {
        "+" => "add",
        "-" => "sub",
        "*" => "mul",
        "/" => "div",
        "%" => "rem",
        "==" => "eq",
        "!=" => "ne",
        _ => return None,
    };
    let arguments = [left.to_owned(), right.to_owned()];
    Some(call::<V, fn(Left, Right)>(role, &arguments, module, |module| {
        let (kind, first, second) = (V::wgsl_type(module), Left::wgsl_type(module), Right::wgsl_type(module));
        let part = |kind: &str, name: &str, component: &str| {
            if kind == V::wgsl_name() {
                format!("{name}.{component}")
            } else {
                name.to_owned()
            }
        };
        let (one, other) = (Left::wgsl_name(), Right::wgsl_name());
        let parts: Vec<String> = V::NAMES
            .iter()
            .map(|component| (part(&one, "a", component), part(&other, "b", component)))
            .map(|(a, b)| operate::<V::Scalar, V::Scalar>(symbol, &a, &b, module))
            .collect();
        let (output, value) = match symbol {
            "==" => ("bool", format!("({})", parts.join(") & ("))),
            "!=" => ("bool", format!("({})", parts.join(") | ("))),
            _ => (kind.as_str(), format!("{kind}({})", parts.join(", "))),
        };
        format!("(a: {first}, b: {second}) -> {output} {{\n    return {value};\n}}")
    }))
}

/// Component by component, the operand that `wins`, as glam compares: between a NaN and a number, `b`.
fn lesser<V: Vector>(kind: &str, wins: &str, second: &str) -> String {
    let parts = V::each(&["a", second], ", ", |p| {
        format!("select({1}, {0}, {0} {wins} {1})", p[0], p[1])
    });
    format!("{kind}({parts})")
}

/// The product of two components.
fn product<V: Vector>(left: &str, right: &str, module: &mut Module) -> String {
    operate::<V::Scalar, V::Scalar>("*", left, right, module)
}

/// The methods of scalars, component by component; the operands' names come last.
macro_rules! componentwise {
    ($($v:ident)*: $names:tt $operands:expr) => {$( componentwise! { @each $v $names $operands } )*};
    (@each $v:ident { $($method:literal)* } $operands:expr) => {$(
        // SAFETY: the text of the call indexes nothing.
        unsafe impl Method<{ name($method) }> for $v {
            fn call(arguments: &[String], module: &mut Module) -> String {
                call::<Self, fn(Self)>($method, arguments, module, |module| {
                    let kind = Self::wgsl_type(module);
                    let parts = Self::each($operands, ", ", |parts| {
                        <<Self as Vector>::Scalar as Method<{ name($method) }>>::call(parts, module)
                    });
                    let parameters: Vec<String> = $operands.iter().map(|name| format!("{name}: {kind}")).collect();
                    format!("({}) -> {kind} {{\n    return {kind}({parts});\n}}", parameters.join(", "))
                })
            }
        }
    )*};
}

/// Methods with a text of their own: `|kind, module| expression`.
macro_rules! methods {
    ($v:ident: $($method:literal ($first:ident: $a:ident $(, $next:ident: $b:ident)*) -> $out:ident => |$kind:ident, $module:ident| $text:expr;)*) => {$(
        // SAFETY: the text of the call indexes nothing.
        unsafe impl Method<{ name($method) }> for $v {
            fn call(arguments: &[String], module: &mut Module) -> String {
                call::<Self, fn(Self)>($method, arguments, module, |$module| {
                    let kind = Self::wgsl_type($module);
                    let $kind = kind.as_str();
                    let text = $text;
                    let parameters = [
                        format!(concat!(stringify!($first), ": {}"), $a::wgsl_type($module))
                        $(, format!(concat!(stringify!($next), ": {}"), $b::wgsl_type($module)))*
                    ];
                    format!("({}) -> {} {{\n    return {text};\n}}", parameters.join(", "), $out::wgsl_type($module))
                })
            }
        }
    )*};
}

/// The WGSL of a method called on variables: a method of two vectors is often a method of one, such as of their difference.
fn of<V: Method<NAME>, const NAME: u64>(arguments: &[&str], module: &mut Module) -> String {
    let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
    V::call(&arguments, module)
}

macro_rules! vector {
    ($v:ident of $s:ident $n:literal: $($c:ident),*) => {
        impl Vector for $v {
            type Scalar = $s;
            const NAMES: &'static [&'static str] = &[$(stringify!($c)),*];
        }

        // SAFETY: the text names types and indexes within their bounds.
        unsafe impl GpuType for $v {
            const NEEDS: Needs = Needs::NONE;
            const ALIGN: usize = align_of::<Self>();
            const FINGERPRINT: u64 = name(stringify!($v));
            const MEMBERS: &'static [(&'static str, &'static str)] = &[$((stringify!($c), stringify!($c))),*];
            type Columns = Strips<Self, $s, $n>;

            fn wgsl_name() -> String {
                stringify!($v).to_owned()
            }

            fn wgsl_type(module: &mut Module) -> String {
                module.structure::<Self>(stringify!($v), &|_| {
                    let mut members = vec![$((stringify!($c), stringify!($s).to_owned())),*];
                    // On some targets, Vec4 is a vector register.
                    if align_of::<Self>() == 16 {
                        members[0].0 = "@align(16) x";
                    }
                    members
                })
            }

            fn wgsl_value(self, module: &mut Module) -> String {
                let members = [$(self.$c.wgsl_value(module)),*];
                crate::types::construct::construct::<Self>(&members, module)
            }

            fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
                let members = [$($s::wgsl_shuffle(&format!(concat!("{}.", stringify!($c)), value), distance, module)),*];
                crate::types::construct::construct::<Self>(&members, module)
            }

            fn wgsl_words(value: &str, module: &mut Module) -> Vec<String> {
                [$($s::wgsl_words(&format!(concat!("{}.", stringify!($c)), value), module)),*].concat()
            }

            fn wgsl_of_words(words: &mut std::vec::IntoIter<String>, module: &mut Module) -> String {
                let members: Vec<String> = (0..$n).map(|_| $s::wgsl_of_words(words, module)).collect();
                crate::types::construct::construct::<Self>(&members, module)
            }

            fn wgsl_operator<Left: GpuType, Right: GpuType>(
                symbol: &str,
                left: &str,
                right: &str,
                module: &mut Module,
            ) -> Option<String> {
                operator::<Self, Left, Right>(symbol, left, right, module)
            }

            fn wgsl_negation(value: &str, module: &mut Module) -> Option<String> {
                Some(call::<Self, ()>("neg", &[value.to_owned()], module, |module| {
                    let kind = Self::wgsl_type(module);
                    let parts = Self::each(&["a"], ", ", |parts| format!("-{}", parts[0]));
                    format!("(a: {kind}) -> {kind} {{\n    return {kind}({parts});\n}}")
                }))
            }

            fn wgsl_select(no: &str, yes: &str, condition: &str, module: &mut Module) -> String {
                Self::TABLE.select_of(no, yes, condition, module, &|module| {
                    vec![$($s::wgsl_select(
                        concat!("no.", stringify!($c)),
                        concat!("yes.", stringify!($c)),
                        "condition",
                        module,
                    )),*]
                })
            }

            fn canonical(self) -> Self {
                Self::from_array(self.to_array().canonical())
            }
        }

        impl Storable for $v {}

        // SAFETY: it is Pod.
        unsafe impl Unpadded for $v {}

        plain!($v);

        /// The operator `O`, component by component.
        // SAFETY: the text computes with its operands alone.
        unsafe impl<O: Operator<$s> + 'static> Operator<$v> for O {
            const EXACT: bool = O::EXACT;

            #[inline(always)]
            fn identity() -> $v {
                $v::splat(O::identity())
            }

            #[inline(always)]
            fn combine(a: $v, b: $v) -> $v {
                $v::new($(O::combine(a.$c, b.$c)),*)
            }

            fn wgsl(a: &str, b: &str, module: &mut Module) -> String {
                let operator = std::any::type_name::<O>().rsplit("::").next().unwrap_or_default();
                let wanted = format!("{operator}_{}", snake_case(stringify!($v)));
                let function = module.function::<($v, fn(O))>("combine", &wanted, &|module, name| {
                    let kind = $v::wgsl_type(module);
                    let parts = $v::each(&["a", "b"], ", ", |parts| O::wgsl(&parts[0], &parts[1], module));
                    format!("fn {name}(a: {kind}, b: {kind}) -> {kind} {{\n    return {kind}({parts});\n}}")
                });
                format!("{function}({a}, {b})")
            }
        }

        // SAFETY: the text of the call indexes nothing.
        unsafe impl Method<{ name("new") }> for $v {
            fn call(arguments: &[String], module: &mut Module) -> String {
                crate::types::construct::construct::<Self>(arguments, module)
            }
        }

        methods! { $v:
            "splat" (a: $s) -> $v => |kind, _m| format!("{kind}({})", $v::each(&[], ", ", |_| "a".to_owned()));
            "dot" (a: $v, b: $v) -> $s => |_k, m| $v::each(&["a", "b"], " + ", |p| product::<$v>(&p[0], &p[1], m));
            "length_squared" (a: $v) -> $s => |_k, m| $v::each(&["a"], " + ", |p| product::<$v>(&p[0], &p[0], m));
            "element_sum" (a: $v) -> $s => |_k, _m| $v::each(&["a"], " + ", |p| p[0].clone());
            "element_product" (a: $v) -> $s => |_k, m| {
                let (first, rest) = ($v::NAMES[0], &$v::NAMES[1..]);
                rest.iter().fold(format!("a.{first}"), |all, name| product::<$v>(&all, &format!("a.{name}"), m))
            };
            "min" (a: $v, b: $v) -> $v => |kind, _m| lesser::<$v>(kind, "<", "b");
            "max" (a: $v, b: $v) -> $v => |kind, _m| lesser::<$v>(kind, ">", "b");
        }
    };
}

vector! { Vec2 of f32 2: x, y }
vector! { Vec3 of f32 3: x, y, z }
vector! { Vec4 of f32 4: x, y, z, w }
vector! { IVec2 of i32 2: x, y }
vector! { IVec3 of i32 3: x, y, z }
vector! { IVec4 of i32 4: x, y, z, w }
vector! { UVec2 of u32 2: x, y }
vector! { UVec3 of u32 3: x, y, z }
vector! { UVec4 of u32 4: x, y, z, w }

componentwise! { Vec2 Vec3 Vec4: { "abs" "floor" "ceil" "trunc" "fract" "signum" "recip" "exp" } &["a"] }
componentwise! { IVec2 IVec3 IVec4: { "abs" "signum" } &["a"] }
componentwise! { IVec2 IVec3 IVec4 UVec2 UVec3 UVec4: { "wrapping_add" "wrapping_sub" "wrapping_mul" } &["a", "b"] }
componentwise! { IVec2 IVec3 IVec4 UVec2 UVec3 UVec4: { "clamp" } &["a", "b", "c"] }

macro_rules! lengths {
    ($($v:ident)*) => {$(
        methods! { $v:
            "length" (a: $v) -> f32 => |_k, m| format!("sqrt({})", of::<$v, { name("length_squared") }>(&["a"], m));
            "length_recip" (a: $v) -> f32 => |_k, m| format!("1.0 / {}", of::<$v, { name("length") }>(&["a"], m));
            "distance" (a: $v, b: $v) -> f32 => |_k, m| {
                let difference = operator::<$v, $v, $v>("-", "a", "b", m).unwrap_or_default();
                of::<$v, { name("length") }>(&[&difference], m)
            };
            "distance_squared" (a: $v, b: $v) -> f32 => |_k, m| {
                let difference = operator::<$v, $v, $v>("-", "a", "b", m).unwrap_or_default();
                of::<$v, { name("length_squared") }>(&[&difference], m)
            };
            "normalize" (a: $v) -> $v => |_k, m| {
                let factor = of::<$v, { name("length_recip") }>(&["a"], m);
                operator::<$v, $v, f32>("*", "a", &factor, m).unwrap_or_default()
            };
            "lerp" (a: $v, b: $v, s: f32) -> $v => |_k, m| {
                let first = operator::<$v, $v, f32>("*", "a", "1.0 - s", m).unwrap_or_default();
                let second = operator::<$v, $v, f32>("*", "b", "s", m).unwrap_or_default();
                operator::<$v, $v, $v>("+", &first, &second, m).unwrap_or_default()
            };
            "clamp" (a: $v, low: $v, high: $v) -> $v => |_k, m| {
                let raised = of::<$v, { name("max") }>(&["a", "low"], m);
                of::<$v, { name("min") }>(&[&raised, "high"], m)
            };
        }
    )*};
}

lengths! { Vec2 Vec3 Vec4 }

macro_rules! conversions {
    ($($v:ident: $($method:literal -> $to:ident),*;)*) => {$($(
        // SAFETY: the text of the call indexes nothing.
        unsafe impl Method<{ name($method) }> for $v {
            fn call(arguments: &[String], module: &mut Module) -> String {
                call::<Self, fn(Self) -> $to>($method, arguments, module, |module| {
                    let (from, to) = (Self::wgsl_type(module), $to::wgsl_type(module));
                    let parts = Self::each(&["a"], ", ", |parts| {
                        cast::<<Self as Vector>::Scalar, <$to as Vector>::Scalar>(&parts[0], module)
                    });
                    format!("(a: {from}) -> {to} {{\n    return {to}({parts});\n}}")
                })
            }
        }
    )*)*};
}

conversions! {
    Vec2: "as_ivec2" -> IVec2, "as_uvec2" -> UVec2;
    Vec3: "as_ivec3" -> IVec3, "as_uvec3" -> UVec3;
    Vec4: "as_ivec4" -> IVec4, "as_uvec4" -> UVec4;
    IVec2: "as_vec2" -> Vec2, "as_uvec2" -> UVec2;
    IVec3: "as_vec3" -> Vec3, "as_uvec3" -> UVec3;
    IVec4: "as_vec4" -> Vec4, "as_uvec4" -> UVec4;
    UVec2: "as_vec2" -> Vec2, "as_ivec2" -> IVec2;
    UVec3: "as_vec3" -> Vec3, "as_ivec3" -> IVec3;
    UVec4: "as_vec4" -> Vec4, "as_ivec4" -> IVec4;
}

macro_rules! changes_of_length {
    ($($short:ident $middle:ident $long:ident of $s:ident;)*) => {$(
        methods! { $short:
            "extend" (a: $short, b: $s) -> $middle => |_k, m| format!("{}(a.x, a.y, b)", $middle::wgsl_type(m));
        }
        methods! { $middle:
            "extend" (a: $middle, b: $s) -> $long => |_k, m| format!("{}(a.x, a.y, a.z, b)", $long::wgsl_type(m));
            "truncate" (a: $middle) -> $short => |_k, m| format!("{}(a.x, a.y)", $short::wgsl_type(m));
            "cross" (a: $middle, b: $middle) -> $middle => |kind, m| {
                let mut part = |one: &str, other: &str| {
                    let first = product::<$middle>(&format!("a.{one}"), &format!("b.{other}"), m);
                    let second = product::<$middle>(&format!("b.{one}"), &format!("a.{other}"), m);
                    format!("{first} - {second}")
                };
                format!("{kind}({}, {}, {})", part("y", "z"), part("z", "x"), part("x", "y"))
            };
        }
        methods! { $long:
            "truncate" (a: $long) -> $middle => |_k, m| format!("{}(a.x, a.y, a.z)", $middle::wgsl_type(m));
        }
    )*};
}

changes_of_length! {
    Vec2 Vec3 Vec4 of f32;
    IVec2 IVec3 IVec4 of i32;
    UVec2 UVec3 UVec4 of u32;
}
