//! Type-erased reductions: an operator on one type of element, as the tool uses it.
//!
//! Everything generic is here, and short: each line is compiled once for every operator and type.

use std::fmt::Debug;
use std::str::FromStr;
use std::time::Duration;

use reduce_wgpu::laws::{Broken, Check};
use reduce_wgpu::{
    Caps, Engine, EngineReducer, EngineStream, Error, Gpu, GpuReducer, Kernels, Monoid as _, NoParameters,
    Operator as AnyOperator, ParamsOf, Plan, Policy, Strategy, check_monoid, finish_with,
};

use crate::element_type::ElementType;
use crate::input::Input;
use crate::piece::Piece;
use crate::resident::Resident;
use crate::value::Value;

/// One operator on one type of element; made by [`ops!`](crate::ops) from a [reduction](AnyOperator).
pub trait Operator: Send + Sync {
    /// Its name, in lower case.
    fn name(&self) -> &str;
    /// Its result, in words; empty if nobody described it.
    fn summary(&self) -> &str;
    /// The type of element that files have to hold.
    fn input(&self) -> ElementType;
    /// The type of the result.
    fn output(&self) -> String;
    /// The names of its parameters; most have none. Without values for them, it shows its kernels and reduces nothing.
    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }
    /// This operator with these values of its parameters, as many as it has; none if it has none.
    ///
    /// # Errors
    /// The value that is none of its type, in words.
    fn with(&self, values: &[&str]) -> Result<Option<Box<dyn Operator>>, String> {
        let _ = values;
        Ok(None)
    }
    /// The result of no elements; `-` where it takes values to know.
    fn of_none(&self) -> Value;
    /// Begins a reduction on `engine`.
    ///
    /// # Errors
    /// The errors of [`Engine::reducer`] and [`EngineReducer::stream`](reduce_wgpu::EngineReducer::stream).
    fn stream(&self, engine: &Engine) -> Result<Box<dyn Push>, Error>;
    /// Begins reductions of groups on `engine`.
    ///
    /// # Errors
    /// The errors of [`Engine::reducer`].
    fn each(&self, engine: &Engine) -> Result<Box<dyn Each>, Error>;
    /// The choices of a strategy.
    fn policy(&self, strategy: Strategy, caps: &Caps) -> Policy;
    /// The kernels.
    ///
    /// # Errors
    /// The errors of [`Kernels::with`].
    fn kernels(&self, policy: Policy, caps: &Caps) -> Result<Kernels, Error>;
    /// The passes over `length` elements.
    ///
    /// # Errors
    /// The errors of [`Plan::with_policy`].
    fn plan(&self, length: u64, policy: Policy, caps: &Caps) -> Result<Plan, Error>;
    /// The reduction by `policy`, compiled for `gpu`, to be measured.
    ///
    /// # Errors
    /// The errors of [`Gpu::reducer_with`].
    fn measured(&self, gpu: &Gpu, policy: Policy) -> Result<Box<dyn Measure>, Error>;
    /// Tries the laws, and compares the CPU with `gpu` if there is one; returns what was compared.
    ///
    /// # Errors
    /// The errors of [`Gpu::reducer`]; inside, the broken laws.
    fn check(&self, gpu: Option<&Gpu>) -> Result<Result<String, Broken>, Error>;
}

/// A reduction whose time is taken.
pub trait Measure {
    /// The result of `data`, which is of the operator's [`input`](Operator::input), and the time that the GPU spends in the passes.
    ///
    /// # Errors
    /// The errors of [`GpuReducer::measure`]; [`Error::Buffer`] if the numbers are of another type.
    fn measure(&self, data: &Resident) -> Result<(Value, Duration), Error>;
}

/// A reduction that takes pieces.
pub trait Push {
    /// Takes the next elements, which are of the operator's [`input`](Operator::input).
    ///
    /// # Errors
    /// The errors of [`EngineStream::push`].
    fn push(&mut self, piece: &Piece) -> Result<(), Error>;
    /// The result of all elements that have come.
    ///
    /// # Errors
    /// The errors of [`EngineStream::finish`].
    fn finish(self: Box<Self>) -> Result<Value, Error>;
}

/// A reduction of groups.
pub trait Each {
    /// The result of each group of `piece`, whose elements are of the operator's [`input`](Operator::input): of those from one offset up to the next.
    ///
    /// # Errors
    /// The errors of [`EngineReducer::reduce_each`].
    fn each(&self, piece: &Piece, offsets: &[usize]) -> Result<Vec<Value>, Error>;
}

/// The parameters that values of the command line spell.
pub type Parse<R> = fn(&[&str]) -> Result<<R as AnyOperator>::Params, String>;

/// The reduction `R` as an [`Operator`].
pub struct Typed<R: AnyOperator> {
    name: String,
    summary: &'static str,
    /// None if the operator has parameters, and no values were given.
    params: Option<R::Params>,
    /// The result of no elements where there are no parameters.
    of_none: &'static str,
    /// The names of the parameters, and how their values are read.
    parameters: Option<(&'static [&'static str], Parse<R>)>,
}

impl<R: AnyOperator<Params: NoParameters>> Typed<R> {
    /// `R` under the name of the type that `path` spells.
    #[must_use]
    pub fn of_type(path: &str) -> Self {
        Self::with_summary(&type_name(path), "")
    }

    /// `R` under `name`, whose result `summary` describes.
    pub(crate) fn with_summary(name: &str, summary: &'static str) -> Self {
        Self {
            name: name.to_lowercase(),
            summary,
            params: Some(NoParameters::NONE),
            of_none: "",
            parameters: None,
        }
    }
}

impl<R: AnyOperator> Typed<R> {
    /// `R` under `name`, whose parameters have these names and are read by `parse`. Of no elements it gives `of_none` with all of them.
    pub(crate) fn with_parameters(
        name: &str,
        (summary, of_none): (&'static str, &'static str),
        names: &'static [&'static str],
        parse: Parse<R>,
    ) -> Self {
        Self {
            name: name.to_lowercase(),
            summary,
            params: None,
            of_none,
            parameters: Some((names, parse)),
        }
    }

    /// `R` under the name of the type that `path` spells, without a `Params` at its end. Its parameters have these names and are read by `parse`, which is
    /// given as many values.
    #[must_use]
    pub fn using(path: &str, names: &'static [&'static str], parse: Parse<R>) -> Self {
        let name = type_name(path);
        let name = name
            .strip_suffix("Params")
            .filter(|name| !name.is_empty())
            .unwrap_or(&name);
        Self::with_parameters(name, ("", "-"), names, parse)
    }

    /// # Errors
    /// [`Error::Policy`] without values for the parameters.
    fn value(&self) -> Result<ParamsOf<R>, Error> {
        self.params.clone().map(ParamsOf).ok_or_else(|| Error::Policy {
            problem: format!("{} has no values for its parameters", self.name),
            remedy: "write them in parentheses behind its name",
        })
    }
}

impl<R: AnyOperator> Debug for Typed<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Typed {}", self.name)
    }
}

impl<R: AnyOperator<Input: Input, Output: Debug>> Operator for Typed<R> {
    fn name(&self) -> &str {
        &self.name
    }

    fn summary(&self) -> &str {
        self.summary
    }

    fn input(&self) -> ElementType {
        R::Input::TYPE
    }

    fn output(&self) -> String {
        without_paths(std::any::type_name::<R::Output>())
    }

    fn parameters(&self) -> &'static [&'static str] {
        self.parameters.map_or(&[], |(names, _)| names)
    }

    fn with(&self, values: &[&str]) -> Result<Option<Box<dyn Operator>>, String> {
        let Some((_, parse)) = self.parameters else {
            return Ok(None);
        };
        Ok(Some(Box::new(Self {
            name: format!("{}({})", self.name, values.join(", ")),
            summary: self.summary,
            params: Some(parse(values)?),
            of_none: self.of_none,
            parameters: None,
        })))
    }

    fn of_none(&self) -> Value {
        match &self.params {
            Some(params) => Value::of(&finish_with::<R>(params, R::State::identity())),
            None => Value::from(self.of_none),
        }
    }

    fn stream(&self, engine: &Engine) -> Result<Box<dyn Push>, Error> {
        Ok(Box::new(engine.reducer_using(self.value()?)?.stream()?))
    }

    fn each(&self, engine: &Engine) -> Result<Box<dyn Each>, Error> {
        Ok(Box::new(engine.reducer_using(self.value()?)?))
    }

    fn policy(&self, strategy: Strategy, caps: &Caps) -> Policy {
        Policy::with_strategy::<R>(strategy, caps)
    }

    fn kernels(&self, policy: Policy, caps: &Caps) -> Result<Kernels, Error> {
        Kernels::with::<R>(policy, caps)
    }

    fn plan(&self, length: u64, policy: Policy, caps: &Caps) -> Result<Plan, Error> {
        Plan::with_policy::<R>(length, policy, caps)
    }

    fn measured(&self, gpu: &Gpu, policy: Policy) -> Result<Box<dyn Measure>, Error> {
        Ok(Box::new(gpu.reducer_using_with(self.value()?, policy)?))
    }

    fn check(&self, gpu: Option<&Gpu>) -> Result<Result<String, Broken>, Error> {
        let check = Check::<R>::using(&format!("{} of {}", self.name, R::Input::TYPE), self.value()?);
        match (check.laws(), gpu) {
            (Err(broken), _) => Ok(Err(broken)),
            (Ok(()), None) => Ok(Ok(String::new())),
            (Ok(()), Some(gpu)) => check_monoid::compare(&check, gpu),
        }
    }
}

impl<R: AnyOperator<Input: Input, Output: Debug>> Measure for GpuReducer<R> {
    fn measure(&self, data: &Resident) -> Result<(Value, Duration), Error> {
        let (output, time) = R::Input::measure::<R>(self, data)?;
        Ok((Value::of(&output), time))
    }
}

impl<R: AnyOperator<Input: Input, Output: Debug>> Push for EngineStream<R> {
    fn push(&mut self, piece: &Piece) -> Result<(), Error> {
        R::Input::push::<R>(self, piece)
    }

    fn finish(self: Box<Self>) -> Result<Value, Error> {
        Ok(Value::of(&EngineStream::finish(*self)?))
    }
}

impl<R: AnyOperator<Input: Input, Output: Debug>> Each for EngineReducer<R> {
    fn each(&self, piece: &Piece, offsets: &[usize]) -> Result<Vec<Value>, Error> {
        let outputs = R::Input::each::<R>(self, piece, offsets)?;
        Ok(outputs.iter().map(|output| Value::of(output)).collect())
    }
}

/// The next of the `values`, for a field of parameters.
///
/// # Errors
/// If it is none of its type, in words.
#[doc(hidden)]
pub fn parsed<'v, T: FromStr>(values: &mut impl Iterator<Item = &'v str>) -> Result<T, String> {
    let text = values.next().unwrap_or_default();
    let none = || format!("`{text}` is no {}", without_paths(std::any::type_name::<T>()));
    text.parse().map_err(|_| none())
}

/// The last name of a path, without generics and blanks: `Sum` of `ops :: Sum < f32 >`.
fn type_name(path: &str) -> String {
    let plain = path.split('<').next().unwrap_or(path);
    let last = plain.rsplit("::").next().unwrap_or(plain);
    last.trim().to_owned()
}

/// A type as it is written where everything is imported: `Indexed<f32>` of `reduce_core::indexed::Indexed<f32>`.
fn without_paths(name: &str) -> String {
    let mut short = String::new();
    let mut word = 0;
    for character in name.chars() {
        match character {
            ':' => short.truncate(word),
            _ => short.push(character),
        }
        if !(character.is_alphanumeric() || matches!(character, '_' | ':')) {
            word = short.len();
        }
    }
    short
}
