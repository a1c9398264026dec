//! Declarations of functions: a derived `lift` or `finish`, one that reads parameters, a body that `#[gpu]` lowered, and WGSL that a user wrote.

use std::any::TypeId;

use crate::monoid::operator::Operator;
use crate::monoid::parameters::Parameters as _;
use crate::monoid::traits::Reduction;
use crate::types::gpu_type::GpuType;
use crate::wgsl::{Flow, Module, Written, construct_of, snake_case};

/// The parts of a derived `lift` or `finish`.
#[derive(Debug)]
pub struct Parts {
    /// The statements in front of the value.
    pub statements: String,
    /// The members of the state, or the one value of the output.
    pub members: Vec<String>,
    /// The place of its Rust.
    pub origin: Written,
    /// Its control flow.
    pub flow: Flow,
}

/// Declares the lift function of a derived reduction, which is its own state.
pub fn lift_function<R: Reduction + GpuType>(module: &mut Module, parts: &dyn Fn(&mut Module) -> Parts) -> String {
    let derived = Derived {
        key: (TypeId::of::<R>(), "lift"),
        name: <R as GpuType>::wgsl_name,
        parameter: ("x", R::Input::wgsl_type),
        result: <R as GpuType>::wgsl_type,
    };
    derived.function(parts, &construct_of, module)
}

/// A derived `lift` or `finish`, as plain functions: what declares it is compiled once, and not once per operator.
struct Derived {
    key: (TypeId, &'static str),
    name: fn() -> String,
    parameter: (&'static str, fn(&mut Module) -> String),
    result: fn(&mut Module) -> String,
}

impl Derived {
    /// Declares the function that returns what `value` makes of the type of the result and of the members.
    fn function(
        &self,
        parts: &dyn Fn(&mut Module) -> Parts,
        value: &dyn Fn(&str, &[String]) -> String,
        module: &mut Module,
    ) -> String {
        let name = format!("{}_{}", snake_case(&(self.name)()), self.key.1);
        module.function_of(self.key, &name, &|module, name| {
            let (x, kind) = (self.parameter.0, (self.parameter.1)(module));
            let result = (self.result)(module);
            let parts = parts(module);
            module.came_from(name, parts.origin, parts.flow);
            let (statements, value) = (parts.statements, value(&result, &parts.members));
            format!("fn {name}({x}: {kind}) -> {result} {{\n{statements}    return {value};\n}}")
        })
    }
}

/// Declares the finish function of a derived reduction.
pub fn finish_function<R: Reduction<Output: GpuType> + GpuType>(
    module: &mut Module,
    parts: &dyn Fn(&mut Module) -> Parts,
) -> String {
    let derived = Derived {
        key: (TypeId::of::<R>(), "finish"),
        name: <R as GpuType>::wgsl_name,
        parameter: ("s", <R as GpuType>::wgsl_type),
        result: R::Output::wgsl_type,
    };
    derived.function(parts, &|_, members| members.concat(), module)
}

/// Declares the type of the parameters of `R`.
pub fn params_type<R: Operator>(module: &mut Module) -> String {
    R::Params::wgsl_params(module)
}

/// Declares the `lift` of an element alone, which calls `function` with the parameters; returns its name.
pub fn lift_with_parameters<R: Operator>(function: &str, module: &mut Module) -> String {
    let (input, state) = (R::Input::wgsl_type(module), R::State::wgsl_type(module));
    with_parameters::<R>("lift", function, ("x", &input), &state, module)
}

/// Declares the `finish` of a state alone, likewise.
pub fn finish_with_parameters<R: Operator<Output: GpuType>>(function: &str, module: &mut Module) -> String {
    let (state, output) = (R::State::wgsl_type(module), R::Output::wgsl_type(module));
    with_parameters::<R>("finish", function, ("s", &state), &output, module)
}

/// Declares the function of one parameter that calls `function` with the parameters of `R` before it, which lie where `module` says.
fn with_parameters<R: Operator>(
    role: &'static str,
    function: &str,
    (parameter, kind): (&str, &str),
    output: &str,
    module: &mut Module,
) -> String {
    let words = R::Params::WORDS;
    let wanted = function.trim_end_matches("_with_parameters");
    module.function_with_params::<R>(role, wanted, words, &|module, name| {
        let value = module.read_params(words, R::Params::wgsl);
        format!("fn {name}({parameter}: {kind}) -> {output} {{\n    return {function}({value}, {parameter});\n}}")
    })
}

/// A function of the user's, lowered.
#[derive(Debug)]
pub struct Body {
    /// WGSL names and types of the parameters.
    pub parameters: Vec<(&'static str, String)>,
    /// The WGSL type of the result.
    pub output: String,
    /// The statements.
    pub text: String,
}

/// Declares a function of the user's that plays `role` for `Key`, written at `origin`; returns its name.
pub fn function<Key: 'static>(
    module: &mut Module,
    role: &'static str,
    wanted: &str,
    origin: Written,
    flow: Flow,
    body: &dyn Fn(&mut Module) -> Body,
) -> String {
    function_of((TypeId::of::<Key>(), role), module, wanted, (origin, flow), body)
}

fn function_of(
    key: (TypeId, &'static str),
    module: &mut Module,
    wanted: &str,
    (origin, flow): (Written, Flow),
    body: &dyn Fn(&mut Module) -> Body,
) -> String {
    module.function_of(key, wanted, &|module, name| {
        module.came_from(name, origin, flow);
        body(module).declaration(name)
    })
}

impl Body {
    /// The declaration of the function of that name.
    fn declaration(self, name: &str) -> String {
        let Self {
            parameters,
            output,
            text,
        } = self;
        let parameters = parameters.iter().map(|(name, kind)| format!("{name}: {kind}"));
        let parameters: Vec<String> = parameters.collect();
        format!("fn {name}({}) -> {output} {{\n{text}}}", parameters.join(", "))
    }
}

/// Declares a function that a user wrote in WGSL; returns its name.
///
/// The text is `pieces`: each is the text in front of a name, and the name: 0 is the function's own, the others are those of
/// `names`, which become unique in the module.
pub fn raw_function<Key: 'static>(
    module: &mut Module,
    wanted: &str,
    origin: Written,
    names: &[&str],
    pieces: &[(&str, Option<usize>)],
) -> String {
    module.function::<Key>("call", wanted, &|module, name| {
        let flow = Flow {
            checked: true,
            branches: true,
            raw: true,
        };
        module.came_from(name, origin, flow);
        let mut all = vec![name.to_owned()];
        all.extend(names.iter().map(|wanted| module.unique(&format!("{name}_{wanted}"))));
        let text = pieces.iter().map(|(between, index)| {
            let name = index.and_then(|index| all.get(index)).map_or("", String::as_str);
            format!("{between}{name}")
        });
        text.collect::<String>().trim().to_owned()
    })
}

/// Stands for the WGSL of a `finish` that is for the host alone, and says why; `fingerprint` is that of its Rust.
pub fn finished_on_host(reason: &str, fingerprint: u64, module: &mut Module) -> String {
    module.note(fingerprint);
    module.refuse(reason.to_owned());
    String::new()
}
