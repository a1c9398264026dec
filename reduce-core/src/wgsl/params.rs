//! Parameters of operators in a module: a uniform of words, and where in it the operator at hand has its own.

use std::any::TypeId;
use std::vec::IntoIter;

use super::{Key, Module, Text};

/// Where parameters are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Params {
    /// The first word of those of the operator whose functions are being declared.
    first: usize,
    /// Words that are read.
    words: usize,
}

/// A call of a function of the operator at hand: what declares the function and returns its name, its argument, and the words of the parameters
/// that it reads.
type Call<'a> = (fn(&mut Module) -> String, &'a str, usize);

impl Module {
    /// The expression that `value` makes of the `words` words of the parameters of the operator at hand.
    pub(crate) fn read_params(
        &mut self,
        words: usize,
        value: fn(&mut IntoIter<String>, &mut Self) -> String,
    ) -> String {
        let range = self.params.first..self.params.first + words;
        self.params.words = self.params.words.max(range.end);
        let read = range.map(|word| format!("parameters[{}].{}", word / 4, ["x", "y", "z", "w"][word % 4]));
        value(&mut read.collect::<Vec<_>>().into_iter(), self)
    }

    /// The texts of these calls, the parameters of each function behind those of the one before.
    pub(crate) fn calls_with_params(&mut self, calls: &[Call<'_>]) -> Vec<String> {
        let before = self.params.first;
        let mut texts = Vec::with_capacity(calls.len());
        for (declare, argument, words) in calls {
            texts.push(format!("{}({argument})", declare(self)));
            self.params.first += words;
        }
        self.params.first = before;
        texts
    }

    /// The result of `declare` for an operator whose parameters begin `first` words behind those of the operator at hand.
    pub(crate) fn with_params_at<T>(&mut self, first: usize, declare: impl FnOnce(&mut Self) -> T) -> T {
        self.params.first += first;
        let declared = declare(self);
        self.params.first -= first;
        declared
    }

    /// [`function`](Self::function) for one that reads `words` of parameters: there is one for each place where they are.
    pub(crate) fn function_with_params<T: 'static>(
        &mut self,
        role: &'static str,
        name: &str,
        words: usize,
        text: Text<'_>,
    ) -> String {
        self.function_of_with_params((TypeId::of::<T>(), role), name, words, text)
    }

    /// [`function_with_params`](Self::function_with_params) for this key.
    pub(crate) fn function_of_with_params(
        &mut self,
        (of, role): (TypeId, &'static str),
        name: &str,
        words: usize,
        text: Text<'_>,
    ) -> String {
        let place = if words == 0 { 0 } else { self.params.first };
        let key: Key = (of, role, place);
        self.function_at(key, name, text)
    }

    /// The declaration of the uniform, if anything here reads it.
    pub(super) fn params_declaration(&self) -> Option<String> {
        let quads = self.params.words.div_ceil(4);
        (quads > 0).then(|| format!("@group(1) @binding(0) var<uniform> parameters: array<vec4<u32>, {quads}>;"))
    }
}
