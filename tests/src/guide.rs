//! The pages of docs/guide, whose Rust blocks are tests of the documentation: compiled, and run where they need no GPU.
//!
//! Those of command-line.md are in `reduce-cli`.

macro_rules! pages {
    ($($module:ident: $page:literal,)*) => {$(
        #[doc = include_str!(concat!("../../docs/guide/", $page))]
        pub mod $module {}
    )*};
}

pages! {
    index: "README.md",
    engines: "engines.md",
    built_in: "built-in.md",
    operators: "operators.md",
    parameters: "parameters.md",
    results: "results.md",
    inputs: "inputs.md",
    streams_and_parts: "streams-and-parts.md",
    encoder: "encoder.md",
    several_gpus: "several-gpus.md",
    reproducibility: "reproducibility.md",
    shaders: "shaders.md",
}
