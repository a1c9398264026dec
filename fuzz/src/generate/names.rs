//! Names: plain ones, words that WGSL reserves, WGSL's built-in functions, and names that generated code uses itself.

/// Names of variables.
pub(super) const VARIABLES: [&str; 74] = [
    "a",
    "b",
    "c",
    "x",
    "y",
    "z",
    "count",
    "total",
    "value",
    "next",
    "_spare",
    "r#type",
    "r#move",
    "r#virtual",
    // Reserved in WGSL.
    "var",
    "ptr",
    "array",
    "texture",
    "sampler",
    "target",
    "handle",
    "discard",
    "active",
    "vec2",
    "case",
    "default",
    "switch",
    "alias",
    "enable",
    "diagnostic",
    "atomic",
    "storage",
    "workgroup",
    "uniform",
    "from",
    "get",
    "set",
    "common",
    "shared",
    "signed",
    "void",
    "half",
    "input",
    "output",
    // Built-in functions and types of WGSL.
    "max",
    "min",
    "select",
    "bitcast",
    "clamp",
    "abs",
    "vec4f",
    "f16",
    "trunc",
    "sign",
    // Names in the generated code.
    "slot0",
    "slot1",
    "module",
    "kept",
    "chosen",
    "matched",
    "holds",
    "end",
    "start",
    "above",
    "stride",
    "done",
    "turn",
    "argument0",
    "wanted",
    "arguments",
    "this",
    "invocation",
    "u_2",
    "a_in",
];

/// Names of fields.
pub(super) const FIELDS: [&str; 18] = [
    "p", "q", "r#in", "n", "var", "ptr", "array", "texture", "target", "active", "vec2", "max", "w", "state",
    "discard", "m2", "variant", "some_0",
];

/// Names of variants.
pub(super) const VARIANTS: [&str; 12] = [
    "One", "Two", "Left", "Right", "Nothing", "Box", "Loop", "Vec2", "Chosen", "Array", "A", "Pair",
];

/// Names of functions that the generated code gives to its variables, and no variable here has.
pub(super) const FUNCTIONS: [&str; 14] = [
    "first", "items", "option", "best", "folded", "made", "mapped", "found", "elements", "changed", "before", "kept_2",
    "chosen_2", "first_2",
];
