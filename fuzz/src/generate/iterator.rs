//! Iterators of arrays, parts of arrays and ranges, and what is made of their items.

use super::Generator;
use super::code::Code;
use super::statement::mentions;
use super::types::{Ty, Var};

/// An iterator, the type of its items, and whether they are references.
struct Items {
    text: String,
    ty: Ty,
    refs: usize,
}

impl Generator {
    /// A number that is made of all items: `sum`, `product`, `count`, `fold` and `position`.
    pub(super) fn of_items(&mut self, ty: &Ty, depth: usize) -> Code {
        let items = self.items(ty, depth);
        self.looping = true;
        let Items { text, ty: of, refs } = items;
        match self.random.below(6) {
            0 => {
                let count = Code::atom(format!("{text}.count()"));
                Code::cast(&count, &ty.name())
            }
            1 => {
                let (name, names) = self.item_parameter(&of, refs);
                let body = self.closed(&Ty::B, names, depth);
                let (at, none) = (self.name(), self.stored_and_pinned(ty, 0).text);
                let found = format!("{text}.position(|{name}| {body})");
                Code::atom(format!("{found}.map_or({none}, |{at}| {at} as {})", ty.name()))
            }
            2 if of == *ty => {
                // The standard library's own code may check for overflow.
                let (method, modulus) = self.random.pick(&[("sum", 1000), ("product", 20)]);
                Code::atom(format!("{text}.map(|x| x % {modulus}).{method}::<{}>()", ty.name()))
            }
            _ => {
                // The closures before it may hold what it would change.
                let outside = self.vars.clone();
                self.freeze();
                // And the array itself is borrowed.
                let start = self.without(&text, |this| this.stored_and_pinned(ty, 1).text);
                self.vars = outside;
                let (so_far, mut names) = self.parameter(ty);
                let (mut next, mut others) = self.item_parameter(&of, refs);
                if others.iter().any(|other| other.name == names[0].name) {
                    next = "item".to_owned();
                    others = vec![if refs > 0 {
                        Var::reference("item", &of, false)
                    } else {
                        Var::new("item", &of, false)
                    }];
                }
                names.extend(others);
                let body = self.closed(ty, names, depth);
                Code::atom(format!("{text}.fold({start}, |{so_far}, {next}| {body})"))
            }
        }
    }

    /// An Option that is made of all items: `min`, `max`, `reduce` and `find`.
    pub(super) fn option_of_items(&mut self, of: &Ty, depth: usize) -> Code {
        let Items { mut text, ty, refs } = self.items(of, depth - 1);
        let mut lent = ty == *of && refs == 1 && self.random.chance(80);
        if ty != *of {
            let (name, names) = self.item_parameter(&ty, refs);
            let body = self.closed(of, names, depth - 1);
            text = format!("{text}.map(|{name}| {body})");
        } else if refs > 0 && !lent {
            text += ".copied()";
        }
        self.looping = true;
        let found = match self.random.below(3) {
            0 if of.is_integer() => {
                let method = self.random.pick(&["min", "max"]);
                format!("{text}.{method}()")
            }
            1 => {
                let (name, names) = self.lent_parameter(of, 1 + usize::from(lent));
                let body = self.closed(&Ty::B, names, depth);
                format!("{text}.find(|{name}| {body})")
            }
            _ => {
                let (so_far, mut names) = self.parameter(of);
                let next = self.named(of, &mut names);
                let body = self.closed(of, names, depth);
                let copied = if std::mem::take(&mut lent) { ".copied()" } else { "" };
                format!("{text}{copied}.reduce(|{so_far}, {next}| {body})")
            }
        };
        Code::atom(if lent { self.taken(&found) } else { found })
    }

    /// An Option of the value for an Option of a reference.
    fn taken(&mut self, found: &str) -> String {
        match self.random.below(3) {
            0 => format!("{found}.map(|found| *found)"),
            1 => format!("(match {found} {{ Some(found) => Some(*found), None => None }})"),
            _ => format!("(match {found} {{ Some(&found) => Some(found), None => None }})"),
        }
    }

    /// Whether any item is so, or all are.
    pub(super) fn any_item(&mut self, depth: usize) -> Code {
        let of = self.random.pick(&[Ty::U, Ty::I, Ty::B]);
        let Items { text, ty, refs } = self.items(&of, depth);
        self.looping = true;
        let (name, names) = self.item_parameter(&ty, refs);
        let body = self.closed(&Ty::B, names, depth);
        let method = self.random.pick(&["any", "all"]);
        Code::atom(format!("{text}.{method}(|{name}| {body})"))
    }

    /// `items.for_each(|x| place += …);`
    pub(super) fn each_item(&mut self) {
        let ty = self.random.pick(&[Ty::U, Ty::I, Ty::F, Ty::B]);
        let Some(place) = self.assignable(&ty) else {
            return self.assignment();
        };
        let (items, value, name) = self.without(&place.text, |this| {
            let items = this.items(&Ty::U, 1);
            let (mut name, mut names) = this.item_parameter(&items.ty, items.refs);
            // Inside of the closure it would hide what the place is made of.
            if mentions(&place.text, &names[0].name) {
                let other = this.fresh("item");
                name = name.replace(&names[0].name, &other);
                names[0].name = other;
            }
            let value = this.closed(&ty, names, 2);
            (items, value, name)
        });
        self.looping = true;
        self.line(&format!(
            "{}.for_each(|{name}| {{ {} = {value}; }});",
            items.text, place.text
        ));
    }

    /// An iterator; of items of type `ty` if no array is at hand.
    fn items(&mut self, ty: &Ty, depth: usize) -> Items {
        let mut items = self.source(ty);
        for _ in 0..self.random.below(3) {
            items = self.adapted(items, depth.min(1));
        }
        items
    }

    fn source(&mut self, ty: &Ty) -> Items {
        if self.random.chance(30) {
            let of = self.random.pick(&[Ty::U, Ty::I]);
            let end = self.pinned(&of, 0).at_least(super::code::level::PRODUCT);
            let (low, dots) = (self.random.within(0, 3), self.random.pick(&["..", "..="]));
            let rev = self.random.pick(&["", "", ".rev()"]);
            return Items {
                text: format!("({low}{dots}{end} % 7){rev}"),
                ty: of,
                refs: 0,
            };
        }
        let (array, of, len) = self.array_of_length(ty);
        let (low, high) = (self.random.below(len + 1), self.random.below(len + 1));
        let (array, part) = match self.random.below(10) {
            0 => (format!("{array}[{low}..]"), true),
            1 => (format!("{array}[..{high}]"), true),
            2 => (format!("{array}[{}..{}]", low.min(high), low.max(high)), true),
            3 => {
                let index = self.index(len);
                (format!("{array}[{index}..]"), true)
            }
            _ => (array, false),
        };
        let rev = if self.random.chance(25) { ".rev()" } else { "" };
        let (iter, refs) = match self.random.below(3) {
            0 => (".iter().copied()", 0),
            1 if !part => (".into_iter()", 0),
            _ => (".iter()", 1),
        };
        Items {
            text: format!("{array}{iter}{rev}"),
            ty: of,
            refs,
        }
    }

    /// The items of another adaptor behind these.
    fn adapted(&mut self, items: Items, depth: usize) -> Items {
        let Items { text, ty, refs } = items;
        match self.random.below(4) {
            0 | 1 => {
                let (name, names) = self.lent_parameter(&ty, refs + 1);
                let body = self.closed(&Ty::B, names, depth);
                Items {
                    text: format!("{text}.filter(|{name}| {body})"),
                    ty,
                    refs,
                }
            }
            2 => {
                let to = self.random.pick(&[Ty::U, Ty::I]);
                let (name, names) = self.item_parameter(&ty, refs);
                let body = self.closed(&to, names, depth);
                Items {
                    text: format!("{text}.map(|{name}| {body})"),
                    ty: to,
                    refs: 0,
                }
            }
            _ => {
                let to = self.random.pick(&[Ty::U, Ty::I, Ty::F]);
                let (name, names) = self.item_parameter(&ty, refs);
                let body = self.closed(&Ty::Option(Box::new(to.clone())), names, depth + 1);
                Items {
                    text: format!("{text}.filter_map(|{name}| {body})"),
                    ty: to,
                    refs: 0,
                }
            }
        }
    }

    fn item_parameter(&mut self, ty: &Ty, refs: usize) -> (String, Vec<Var>) {
        if refs == 0 {
            return self.parameter(ty);
        }
        self.lent_parameter(ty, refs)
    }

    /// An array, its elements and how many there are.
    fn array_of_length(&mut self, ty: &Ty) -> (String, Ty, usize) {
        let arrays = self.visible().into_iter().filter_map(|var| match &var.ty {
            Ty::Array(of, len) => Some((var.code().receiver(), (**of).clone(), *len)),
            _ => None,
        });
        let arrays: Vec<_> = arrays.collect();
        if !arrays.is_empty() && self.random.chance(60) {
            return self.random.pick(&arrays);
        }
        let parts: Vec<String> = (0..1 + self.random.below(4))
            .map(|_| self.stored_and_pinned(ty, 1).text)
            .collect();
        (format!("[{}]", parts.join(", ")), ty.clone(), parts.len())
    }
}
