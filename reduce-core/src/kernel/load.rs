//! How a kernel loads elements: the bindings of an input, the loads of a row, and an element from what was loaded.
//!
//! An invocation reads V neighbouring elements of a row at a time, its *group*; a row's groups are numbered throughout the
//! input. Whatever parts an element has, one group number finds them all.

mod part;

use minijinja::context;
use minijinja::value::Value;

use self::part::PartLoad;
use super::step::{GroupElements, GroupPlaces};
use crate::operator::recipe::Recipe;
use crate::tuning::SEGMENT_LOADS_OF_SMALL;
use crate::wgsl::Module;

/// The names of the loads of the parts; `x` for an input of one part.
const NAMES: [char; 7] = ['x', 'y', 'z', 'w', 'v', 'u', 't'];

/// The names of vector components.
const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// The loads of one element type, V elements a group.
pub(crate) struct Loader {
    parts: Vec<PartLoad>,
    per_invocation: u32,
    /// The groups that take turns in it.
    in_turn: u32,
    /// The neighbouring loads that an invocation issues together, of groups that may begin between two vectors.
    neighbours: u32,
    positioned: bool,
    element: fn(&mut std::vec::IntoIter<String>, &str, &mut Module) -> String,
}

/// One load: the local that holds it, and the expression.
pub(crate) struct Load {
    pub(super) name: String,
    pub(super) text: String,
}

/// How what was loaded of a group is named: locals with the row's number, or what a function of the kernel is handed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'a> {
    before: &'a str,
    after: &'a str,
}

impl<'a> Named<'a> {
    /// Locals of row `row`: `x0`, `y0`, `p0`.
    pub(crate) fn of_row(row: &'a str) -> Self {
        Self { before: "", after: row }
    }

    fn part(self, name: char) -> String {
        format!("{}{name}{}", self.before, self.after)
    }
}

impl Loader {
    /// The loads of a kernel; of an `unaligned` one, an element at a time and from any element of a buffer on.
    pub(crate) fn new(recipe: &Recipe, per_invocation: u32, unaligned: bool, module: &mut Module) -> Self {
        let parts = (recipe.parts)().into_iter().zip(NAMES);
        let parts = parts.map(|(part, name)| match unaligned {
            true => PartLoad::unaligned(part, name, module),
            false => PartLoad::new(part, name, per_invocation, module),
        });
        Self {
            parts: parts.collect(),
            per_invocation,
            in_turn: 1,
            neighbours: 1,
            positioned: recipe.positioned,
            element: recipe.element,
        }
    }

    /// The loads of a kernel over groups.
    pub(super) fn of_groups(recipe: &Recipe, kind: GroupElements, module: &mut Module) -> Self {
        let GroupPlaces::Interleaved { groups } = kind.places else {
            let loader = Self::new(recipe, kind.columns, !kind.places.are_vectors(), module);
            return match kind.places {
                GroupPlaces::Shifted if kind.by_subgroups => loader.shifted(SEGMENT_LOADS_OF_SMALL),
                GroupPlaces::Shifted if kind.bounds.are_of_neighbours() => loader.shifted(kind.rows.loads()),
                GroupPlaces::Shifted => loader.shifted(1),
                _ => loader,
            };
        };
        let per_vector = recipe.shape.per_invocation;
        let vectors = kind.elements_a_load() / per_vector;
        let loader = Self::new(recipe, per_vector, false, module);
        Self {
            parts: loader.parts.into_iter().map(|part| part.several(vectors)).collect(),
            per_invocation: kind.elements_a_load(),
            in_turn: groups,
            ..loader
        }
    }

    /// Buffers of the input.
    pub(crate) fn inputs(&self) -> u32 {
        self.parts.len() as u32
    }

    /// The groups that take turns in a load.
    pub(super) fn in_turn(&self) -> u32 {
        self.in_turn
    }

    /// Elements of a group.
    pub(crate) fn per_invocation(&self) -> u32 {
        self.per_invocation
    }

    /// The bindings of the input: the first is 0, the others come behind those of the results and the `Pass`.
    pub(crate) fn bindings(&self) -> Vec<Value> {
        let number = |index: usize| if index == 0 { 0 } else { index + 2 };
        let counts: Vec<u32> = [1]
            .into_iter()
            .chain((self.neighbours > 1).then_some(self.neighbours))
            .collect();
        let parts = self.parts.iter().enumerate();
        let bindings = parts.map(|(index, part)| {
            context! {
                number => number(index), name => part.binding(), word => &part.word,
                start => part.start(), step => part.step(), at => part.at(), load => part.loads_by(),
                per_component => part.per_component(), counts => &counts,
                of_neighbours => counts.iter().map(|count| part.components(count + 1, self.per_invocation)).collect::<Vec<_>>(),
            }
        });
        bindings.collect()
    }

    /// The loads of the group `group` that may be issued before it is known how many of its elements there are.
    pub(crate) fn group_loads(&self, named: Named<'_>, group: &str) -> Vec<Load> {
        let loads = self.parts.iter();
        loads
            .flat_map(|part| part.group_loads(named, group, self.per_invocation))
            .collect()
    }

    /// The loads of one element of the group.
    pub(crate) fn own_loads(&self, named: Named<'_>, group: &str, column: u32) -> Vec<Load> {
        let loads = self.parts.iter();
        loads
            .filter_map(|part| part.own_load(named, group, column, self.per_invocation))
            .collect()
    }

    /// These loads, for groups that may begin between two vectors, of which an invocation issues so many together.
    fn shifted(self, loads: u32) -> Self {
        let parts: Vec<PartLoad> = self.parts.into_iter().map(PartLoad::shifted).collect();
        let are_shifted = parts.iter().all(PartLoad::is_shifted);
        Self {
            neighbours: if are_shifted { loads } else { 1 },
            parts,
            ..self
        }
    }

    /// Those of the neighbouring loads from `group` on, which the parts have in common, and what each of the loads is then; none if each is issued by itself.
    pub(super) fn neighbours(&self, group: &str) -> (Vec<Load>, Vec<String>) {
        if self.neighbours == 1 {
            return Default::default();
        }
        let of_part = |part: &PartLoad| Load {
            name: format!("all_{}", part.name),
            text: format!("{}({group})", part.loads_neighbours_by()),
        };
        let each = (0..self.neighbours).map(|load| {
            let parts = self.parts.iter().map(|part| format!("all_{}[{load}]", part.name));
            match self.parts.as_slice() {
                [_] => parts.collect(),
                _ => format!("Row({})", parts.collect::<Vec<_>>().join(", ")),
            }
        });
        (self.parts.iter().map(of_part).collect(), each.collect())
    }

    /// All loads of the group.
    pub(crate) fn loads(&self, named: Named<'_>, group: &str) -> Vec<Load> {
        let own = (0..self.per_invocation).flat_map(|column| self.own_loads(named, group, column));
        self.group_loads(named, group).into_iter().chain(own).collect()
    }

    /// All elements of the group, the first of which has the position `p`, named as the rest.
    pub(crate) fn elements(&self, named: Named<'_>, group: &str, module: &mut Module) -> Vec<String> {
        let position = format!("p{}", named.after);
        let elements = (0..self.per_invocation).map(|column| {
            let values = self.parts.iter();
            let values: Vec<String> = values
                .map(|part| part.value(named, group, column, self.per_invocation, module))
                .collect();
            let position = match column / self.in_turn {
                0 => position.clone(),
                column => format!("{position} + {column}u"),
            };
            (self.element)(&mut values.into_iter(), &position, module)
        });
        elements.collect()
    }

    /// The words of what was loaded of the group, if they are whole ones of packed bytes.
    pub(crate) fn words(&self, named: Named<'_>) -> Option<Vec<String>> {
        match self.parts.as_slice() {
            [part] => part.words(named, self.per_invocation),
            _ => None,
        }
    }

    /// The loads of the group `group`, with the members of a struct for them; none if one load has all of it.
    pub(crate) fn members(&self) -> Vec<Value> {
        let kinds = self.parts.iter().flat_map(|part| {
            let loads = part.loads(Named::of_row(""), "group", self.per_invocation);
            loads.into_iter().map(|load| (load, &part.word))
        });
        let members = kinds.map(|(load, kind)| context! { name => load.name, kind => kind, load => load.text });
        let members: Vec<Value> = members.collect();
        if members.len() == 1 { Vec::new() } else { members }
    }

    /// The expression that loads all of the group `group`.
    pub(crate) fn load(&self, group: &str) -> String {
        match self.loads(Named::of_row(""), group).as_slice() {
            [load] => load.text.clone(),
            _ => format!("load_row({group})"),
        }
    }

    /// How a function names what it was handed of a group.
    pub(crate) fn handed(&self) -> Named<'static> {
        let before = if self.members().is_empty() { "" } else { "loaded." };
        Named { before, after: "" }
    }

    /// The type of what was loaded of a group.
    pub(crate) fn loaded(&self) -> &str {
        match (self.loads(Named::of_row(""), "group").as_slice(), self.parts.as_slice()) {
            ([_], [part]) => &part.word,
            _ => "Row",
        }
    }

    /// The parameters of a function that is handed a group.
    pub(crate) fn parameters(&self) -> String {
        let loads = self.loads(Named::of_row(""), "group");
        let loaded = match loads.as_slice() {
            [load] => format!("{}: {}", load.name, self.loaded()),
            _ => format!("loaded: {}", self.loaded()),
        };
        let group = self.asks_for_group().then(|| "group: u32".to_owned());
        let position = self.positioned.then(|| "p: u32".to_owned());
        let all = [Some(loaded), group, position];
        all.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The arguments by which a function with these parameters hands a group on.
    pub(crate) fn handed_on(&self) -> String {
        let loads = self.loads(Named::of_row(""), "group");
        let loaded = match loads.as_slice() {
            [load] => &load.name,
            _ => "loaded",
        };
        self.arguments(loaded, "group", "p")
    }

    /// The arguments that hand it `loaded`, the group `group`, whose first element has this position.
    pub(crate) fn arguments(&self, loaded: &str, group: &str, position: &str) -> String {
        let group = self.asks_for_group().then_some(group);
        let position = self.positioned.then_some(position);
        let all = [Some(loaded), group, position];
        all.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// How an element at the place `at` of an input of one part is read alone, from the vectors of the others: the type of a word, its load, and the element in it, which has the position
    /// `p`.
    pub(super) fn alone(&self, module: &mut Module) -> Option<[String; 3]> {
        let [part] = self.parts.as_slice() else { return None };
        let [word, load, value] = part.alone(self.per_invocation, module)?;
        let element = (self.element)(&mut vec![value].into_iter(), "p", module);
        Some([word, load, element])
    }

    /// Says whether a load is one vector whose components are the elements.
    pub(super) fn is_of_scalars(&self) -> bool {
        matches!(self.parts.as_slice(), [part] if part.is_of_scalars())
    }

    /// Whether a load is one vector of four words of 32 bits.
    pub(super) fn is_one_vector_of_words(&self) -> bool {
        matches!(self.parts.as_slice(), [part] if ["vec4<f32>", "vec4<u32>", "vec4<i32>"].contains(&part.word.as_str()))
    }

    /// Whether an element is found in what was loaded by the number of its group.
    pub(super) fn asks_for_group(&self) -> bool {
        self.parts.iter().any(PartLoad::asks_for_group)
    }
}

impl Load {
    /// The holes of a template's line.
    pub(crate) fn values(loads: Vec<Self>) -> Vec<Value> {
        let values = loads.into_iter();
        values
            .map(|Self { name, text }| context! { name => name, text => text })
            .collect()
    }
}
