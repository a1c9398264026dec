//! The tree over the columns that an invocation has, and the steps of it that an invocation without some elements of the last row takes as all others do.
//!
//! Invocations of a subgroup that take different branches take one after the other. So only the steps in which they differ stand in branches.

use minijinja::context;
use minijinja::value::Value;

use super::tree::tree_pairs;

/// The columns of an invocation, as its loads have them.
pub(super) struct OwnTree {
    pub(super) loads: u32,
    /// Columns of a load, of each of its groups.
    pub(super) columns: u32,
    /// Elements of a load that are one column.
    pub(super) merged: u32,
    /// Groups that take turns in a load.
    pub(super) groups: u32,
    /// Whether other rows lie above the last one, so that no column is without elements.
    pub(super) has_rows_above: bool,
    /// The elements of the last row that the last invocation with any has, if a kernel is made for that many.
    pub(super) last: Option<u32>,
}

/// A step: the first columns of two nodes, of which the left one takes in the right one, and the column behind both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Joined {
    left: u32,
    right: u32,
    end: u32,
}

impl OwnTree {
    /// The steps over the columns of each load, and those over loads.
    fn steps(&self) -> impl Iterator<Item = Joined> {
        let columns = self.columns;
        let of_loads = (0..self.loads).flat_map(move |load| {
            tree_pairs(columns).map(move |(left, right)| (load * columns + left, load * columns + right))
        });
        let over_loads = tree_pairs(self.loads).map(move |(left, right)| (left * columns, right * columns));
        of_loads.chain(over_loads).map(|(left, right)| Joined {
            left,
            right,
            end: 2 * right - left,
        })
    }

    /// The columns that have elements of the last row in the last invocation with any.
    fn last_columns(&self) -> u32 {
        let all = self.loads * self.columns;
        self.last.map_or(all, |last| last.div_ceil(self.merged))
    }

    /// Whether the last invocation has both nodes of a step.
    fn is_of_last(&self, step: Joined) -> bool {
        self.has_rows_above || step.right < self.last_columns()
    }

    /// Whether both nodes of a step have as many elements in the last invocation as in the others of a single row, or as in those that have nothing of the last of several rows.
    fn is_shared(&self, step: Joined) -> bool {
        match self.has_rows_above {
            true => step.left >= self.last_columns(),
            false => step.end <= self.last_columns(),
        }
    }

    /// The hole `trees`: lists of steps, each with the load and the member of both columns.
    pub(super) fn value(&self) -> Value {
        let of = |takes: &dyn Fn(Joined) -> bool| {
            let steps = self.steps().filter(|step| takes(*step));
            let steps = steps.flat_map(|step| (0..self.groups).map(move |group| self.of_group(step, group)));
            steps.collect::<Vec<Value>>()
        };
        context! {
            trees => context! {
                all => of(&|_| true), of_last => of(&|step| self.is_of_last(step)), shared => of(&|step| self.is_shared(step)),
                rest_of_all => of(&|step| !self.is_shared(step)),
                rest_of_last => of(&|step| self.is_of_last(step) && !self.is_shared(step)),
            },
        }
    }

    fn of_group(&self, Joined { left, right, .. }: Joined, group: u32) -> Value {
        let member = |column: u32| column % self.columns * self.groups + group;
        context! {
            left_load => left / self.columns, left => member(left), right_load => right / self.columns, right => member(right),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(loads: u32, columns: u32, has_rows_above: bool, last: u32) -> OwnTree {
        OwnTree {
            loads,
            columns,
            merged: 1,
            groups: 1,
            has_rows_above,
            last: Some(last),
        }
    }

    /// The result of these steps over terms, of which only the first `count` are there.
    fn folded(mut terms: Vec<String>, steps: impl Iterator<Item = Joined>) -> String {
        for Joined { left, right, .. } in steps {
            terms[left as usize] = format!("({} {})", terms[left as usize], terms[right as usize]);
        }
        terms.swap_remove(0)
    }

    /// Shared steps and the rest, one after the other, are the tree over all columns, or over those that are there.
    #[test]
    fn shared_steps_and_the_rest_are_the_tree() {
        for (loads, columns) in [(1, 1), (1, 4), (2, 4), (3, 4), (5, 4), (2, 16), (2, 1)] {
            let count = loads * columns;
            let terms: Vec<String> = (0..count).map(|term| term.to_string()).collect();
            let whole = tree_pairs(count).map(|(left, right)| Joined { left, right, end: 0 });
            let whole = folded(terms.clone(), whole);
            for (has_rows_above, last) in (1..=count).flat_map(|last| [(false, last), (true, last)]) {
                let tree = tree(loads, columns, has_rows_above, last);
                let shared = || tree.steps().filter(|step| tree.is_shared(*step));
                let rest = || tree.steps().filter(|step| !tree.is_shared(*step));
                let of_last = || rest().filter(|step| tree.is_of_last(*step));
                assert_eq!(folded(terms.clone(), shared().chain(rest())), whole);
                let there = if has_rows_above { count } else { last };
                let expected = tree_pairs(there).map(|(left, right)| Joined { left, right, end: 0 });
                assert_eq!(
                    folded(terms.clone(), shared().chain(of_last())),
                    folded(terms.clone(), expected),
                    "{last} of {loads} × {columns}"
                );
            }
        }
    }

    /// Of eight columns, an invocation that lacks the last one differs from others in three steps of seven, and so does one that has an element more than others in the first column.
    #[test]
    fn few_steps_differ() {
        let rest = |tree: OwnTree| tree.steps().filter(|step| !tree.is_shared(*step)).count();
        assert_eq!([rest(tree(2, 4, false, 7)), rest(tree(2, 4, true, 1))], [3, 3]);
        assert_eq!(rest(tree(2, 4, false, 8)), 0);
    }
}
