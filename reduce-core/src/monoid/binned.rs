//! Operators that count elements in bins: `lift` gives a state of zeros with a single one, so the bin alone says all of it.

use crate::hash::name;
use crate::lower::method::Method;
use crate::monoid::operator::Operator;
use crate::monoid::parameters::Parameters;
use crate::types::gpu_type::GpuType as _;
use crate::wgsl::{Module, snake_case};

/// The bin of an element, for operators whose state is the counts of bins in u32, and whose `lift` has a one in that bin and zeros elsewhere.
///
/// Only this crate makes one. Engines add ones to counts then, and no states.
#[derive(Debug)]
pub struct Binned<P, I, S> {
    /// Counts of a state, which has nothing else.
    pub(crate) bins: u32,
    /// The bin of an element; of one that is not counted, a number from `bins` on.
    pub(crate) bin: fn(&P, I) -> u32,
    /// Adds one to the count of a bin, if there is such a bin.
    pub(crate) add: fn(&mut S, u32),
    /// Whether the counts are the result, word for word.
    pub(crate) is_result: bool,
    /// Declares the function from an element to its bin and returns its name.
    pub(crate) wgsl: fn(&mut Module) -> String,
}

impl<P, I, S> Binned<P, I, S> {
    /// The operator `R`, whose method `bin` is `bin`, and whose result is the counts if `is_result`.
    pub(crate) const fn of<R>(bins: u32, bin: fn(&P, I) -> u32, add: fn(&mut S, u32), is_result: bool) -> Self
    where
        R: Operator<Params = R> + Parameters + Method<{ name("bin") }>,
    {
        Self {
            bins,
            bin,
            add,
            is_result,
            wgsl: wgsl_bin::<R>,
        }
    }
}

fn wgsl_bin<R: Operator<Params = R> + Parameters + Method<{ name("bin") }>>(module: &mut Module) -> String {
    let (input, words) = (R::Input::wgsl_type(module), R::WORDS);
    let wanted = format!("{}_bin", snake_case(&<R as Operator>::wgsl_name()));
    module.function_with_params::<R>("bin", &wanted, words, &|module, name| {
        let params = module.read_params(words, R::wgsl);
        let bin = <R as Method<{ self::name("bin") }>>::call(&[params, "x".to_owned()], module);
        format!("fn {name}(x: {input}) -> u32 {{\n    return {bin};\n}}")
    })
}
