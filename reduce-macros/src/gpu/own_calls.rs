//! Calls among the functions of one impl block: recursion over several of them is seen here.

use syn::Ident;

use crate::body::RECURSION;
use crate::errors::Errors;

/// The functions of an impl block, in order, with those that each calls on `self` or as `Self::…`.
#[derive(Default)]
pub(super) struct OwnCalls(Vec<(Ident, Vec<Ident>)>);

impl OwnCalls {
    /// Notes that `function` calls these.
    pub(super) fn note(&mut self, function: &Ident, calls: Vec<Ident>) {
        self.0.push((function.clone(), calls));
    }

    /// Refuses each circle once, at the call in its first function.
    pub(super) fn refuse_recursion(&self, errors: &Errors) {
        for (start, (function, calls)) in self.0.iter().enumerate() {
            for call in calls {
                let mut through = Vec::new();
                // A call of the function itself was refused where it stands.
                if call != function && self.comes_back(start, call, &mut through) {
                    let through: Vec<String> = through.iter().map(|name| format!("`{name}`")).collect();
                    errors.at(
                        call,
                        format!(
                            "recursion through {} cannot become WGSL in `{function}`; {RECURSION}",
                            through.join(" and ")
                        ),
                    );
                    break;
                }
            }
        }
    }

    /// Whether `call`, or something behind it, calls the function at `start`; `through` is the way. Functions before `start` had their turn.
    fn comes_back<'c>(&'c self, start: usize, call: &'c Ident, through: &mut Vec<&'c Ident>) -> bool {
        let Some(index) = self.0.iter().position(|(function, _)| function == call) else {
            return false;
        };
        if index <= start || through.contains(&call) {
            return index == start;
        }
        through.push(call);
        self.0[index].1.iter().any(|next| self.comes_back(start, next, through)) || {
            through.pop();
            false
        }
    }
}
