//! Circles of imports: the strongly connected components of a graph (Tarjan 1972).

use std::collections::{BTreeMap, BTreeSet};

/// The cycles of a graph, each in order: sets of nodes in which each node leads to every other.
#[must_use]
pub fn cycles<Node: Ord + Clone>(graph: &BTreeMap<Node, BTreeSet<Node>>) -> Vec<BTreeSet<Node>> {
    let mut search = Search {
        graph,
        places: BTreeMap::new(),
        least: BTreeMap::new(),
        stack: Vec::new(),
        found: Vec::new(),
    };
    for node in graph.keys() {
        if !search.places.contains_key(node) {
            search.visit(node);
        }
    }
    search.found
}

struct Search<'g, Node: Ord> {
    graph: &'g BTreeMap<Node, BTreeSet<Node>>,
    places: BTreeMap<&'g Node, usize>,
    least: BTreeMap<&'g Node, usize>,
    stack: Vec<&'g Node>,
    found: Vec<BTreeSet<Node>>,
}

impl<'g, Node: Ord + Clone> Search<'g, Node> {
    fn visit(&mut self, node: &'g Node) {
        let place = self.places.len();
        self.places.insert(node, place);
        self.least.insert(node, place);
        self.stack.push(node);
        for next in self.graph.get(node).into_iter().flatten() {
            let known = match self.places.get(next) {
                None => {
                    self.visit(next);
                    self.least.get(next).copied()
                }
                Some(place) if self.stack.contains(&next) => Some(*place),
                Some(_) => None,
            };
            if let (Some(known), Some(least)) = (known, self.least.get_mut(node)) {
                *least = known.min(*least);
            }
        }
        if self.least.get(node) == Some(&place) {
            let from = self.stack.iter().position(|other| *other == node).unwrap_or_default();
            let cycle: BTreeSet<Node> = self.stack.split_off(from).into_iter().cloned().collect();
            if cycle.len() > 1 {
                self.found.push(cycle);
            }
        }
    }
}
