//! Expressions of any type: leaves, calls, `if`, `match` and blocks that yield a value.

use super::code::{Code, KEPT, Reach, level};
use super::types::{Function, Kind, Passing, Ty};
use super::{Generator, switches};

impl Generator {
    /// An expression of type `ty`.
    pub(super) fn expression(&mut self, ty: &Ty, depth: usize) -> Code {
        self.budget -= 1;
        if depth == 0 || self.budget < 0 {
            return self.leaf(ty);
        }
        match self.random.below(100) {
            0..14 => self.leaf(ty),
            14..22 => self.call(ty, depth - 1),
            22..32 if !self.flat => self.choice(ty, depth - 1),
            32..36 if !self.flat => self.block(ty, depth - 1),
            36..39 if ty.is_scalar() => self.taken_apart(ty, depth - 1),
            39..44 if !self.flat => self.of_option(ty, depth - 1),
            44..47 if !self.flat => self.of_struct(ty, depth - 1),
            _ => match ty {
                Ty::U | Ty::I => self.integer(ty, depth - 1),
                Ty::F => self.float(depth - 1),
                Ty::B => self.truth(depth - 1),
                Ty::Z => self.leaf(ty),
                Ty::N(narrow) => self.narrow(*narrow, depth),
                Ty::Option(of) => self.option(of, depth),
                Ty::Array(..) | Ty::Tuple(_) | Ty::Struct(_) | Ty::Enum(_) => self.compound(ty, depth - 1),
            },
        }
    }

    /// An expression whose type is plain without its surroundings.
    pub(super) fn pinned(&mut self, ty: &Ty, depth: usize) -> Code {
        let code = self.expression(ty, depth);
        if code.pinned { code } else { self.pinned_leaf(ty) }
    }

    /// An expression whose value a variable may keep: floats are brought back into their range.
    pub(super) fn stored(&mut self, ty: &Ty, depth: usize) -> Code {
        let code = self.expression(ty, depth);
        if *ty == Ty::F { Self::tame(&code) } else { code }
    }

    /// A value in a list of arguments or elements.
    pub(super) fn listed(&mut self, ty: &Ty, depth: usize) -> Code {
        let code = self.stored(ty, depth);
        if *ty != Ty::B
            || switches::COMPARISONS_IN_LISTS
            || code.level > level::COMPARISON
            || code.level == level::BLOCK
        {
            return code;
        }
        Code::unary('!', &code)
    }

    /// As `listed`, with a type that is plain without its surroundings.
    pub(super) fn listed_and_pinned(&mut self, ty: &Ty, depth: usize) -> Code {
        let code = self.listed(ty, depth);
        if code.pinned { code } else { self.pinned_leaf(ty) }
    }

    /// As `stored`, with a type that is plain without its surroundings.
    pub(super) fn stored_and_pinned(&mut self, ty: &Ty, depth: usize) -> Code {
        let code = self.pinned(ty, depth);
        if *ty == Ty::F { Self::tame(&code) } else { code }
    }

    /// A float that keeps to the range of variables.
    pub(super) fn tame(code: &Code) -> Code {
        let Reach { most, fine } = code.reach;
        if most <= KEPT.most && fine <= KEPT.fine {
            return code.clone();
        }
        Code {
            constant: code.constant,
            ..Code::atom(format!("Real::tame({})", code.text))
        }
    }

    /// A variable, a part of one, a constant or a literal.
    pub(super) fn leaf(&mut self, ty: &Ty) -> Code {
        if self.random.chance(75)
            && let Some(place) = self.readable(ty)
        {
            return place;
        }
        self.value(ty)
    }

    fn pinned_leaf(&mut self, ty: &Ty) -> Code {
        if let Some(place) = self.readable(ty) {
            return place;
        }
        let code = self.value(ty);
        match ty {
            _ if code.pinned => code,
            Ty::U | Ty::I | Ty::F | Ty::Z => {
                let digits = code.text.trim_end_matches('.');
                Code {
                    text: format!("{digits}{}", ty.name()),
                    pinned: true,
                    ..code
                }
            }
            Ty::Array(of, len) => Code::atom(format!("[{}; {len}]", self.listed_leaf(of))),
            Ty::Tuple(of) => {
                let parts: Vec<String> = of.iter().map(|of| self.listed_leaf(of)).collect();
                Code::atom(format!("({})", parts.join(", ")))
            }
            Ty::Option(of) => Code::atom(format!("Some({})", self.listed_leaf(of))),
            _ => code,
        }
    }

    fn listed_leaf(&mut self, ty: &Ty) -> String {
        let code = self.pinned_leaf(ty);
        let code = if *ty == Ty::F { Self::tame(&code) } else { code };
        code.text
    }

    /// A value without variables.
    pub(super) fn value(&mut self, ty: &Ty) -> Code {
        match ty {
            Ty::U | Ty::I => self.integer_value(ty),
            Ty::F => self.float_value(),
            Ty::B if self.random.chance(80) => self.simple_truth(),
            Ty::B => Code {
                constant: true,
                ..Code::atom(self.random.pick(&["true", "false"]))
            },
            Ty::Z => Code {
                constant: true,
                pinned: false,
                ..Code::atom(self.random.below(4).to_string())
            },
            Ty::N(narrow) => self.narrow_value(*narrow),
            Ty::Option(of) => self.some_or_none(of, 0),
            Ty::Array(..) | Ty::Tuple(_) | Ty::Struct(_) | Ty::Enum(_) => self.compound(ty, 0),
        }
    }

    /// A call of a function of the case, or of a generic one of all cases.
    pub(super) fn call(&mut self, ty: &Ty, depth: usize) -> Code {
        let usable = |function: &&Function| {
            let loops = function.loops && self.loops > 0;
            function.output == *ty && !loops && !(self.flat && function.kind == Kind::Free)
        };
        let functions: Vec<Function> = self.functions.iter().filter(usable).cloned().collect();
        if functions.is_empty() || self.random.chance(10) {
            return match ty {
                Ty::U | Ty::I | Ty::F if !self.flat => {
                    let (a, b) = (self.stored_and_pinned(ty, depth), self.stored(ty, depth));
                    let c = self.listed(&Ty::B, depth);
                    Self::result(ty, &format!("pick({}, {}, {})", a.text, b.text, c.text))
                }
                _ => self.leaf(ty),
            };
        }
        let function = self.random.pick(&functions);
        self.looping |= function.loops;
        let outside = self.vars.clone();
        if function.lends {
            self.freeze();
        }
        let receiver = match function.kind {
            Kind::Method(owner) => Some(self.pinned(&Ty::Struct(owner), depth).receiver()),
            Kind::OfEnum(owner) => Some(self.pinned(&Ty::Enum(owner), depth).receiver()),
            _ => None,
        };
        let arguments: Vec<String> = function
            .parameters
            .iter()
            .map(|(ty, passing)| self.argument(ty, *passing, depth))
            .collect();
        self.vars = outside;
        let (name, arguments) = (&function.name, arguments.join(", "));
        match (function.kind, receiver) {
            (Kind::Method(_) | Kind::OfEnum(_), Some(receiver)) => {
                Code::atom(format!("{receiver}.{name}({arguments})"))
            }
            (Kind::Associated(owner), _) => Code::atom(format!("S{owner}::{name}({arguments})")),
            _ => Self::result(ty, &format!("{name}({arguments})")),
        }
    }

    /// A value, or a reference to one.
    pub(super) fn argument(&mut self, ty: &Ty, passing: Passing, depth: usize) -> String {
        let value = self.listed(ty, depth);
        if passing == Passing::Shared {
            format!("&{}", value.at_least(level::UNARY))
        } else {
            value.text
        }
    }

    /// The result of a free function.
    fn result(ty: &Ty, call: &str) -> Code {
        if switches::RESULTS_USED_AT_ONCE {
            return Code::atom(call);
        }
        Code {
            level: level::BLOCK,
            ..Code::atom(format!("{{ let got: {} = {call}; got }}", ty.name()))
        }
    }

    /// `if` or `match` with values.
    pub(super) fn choice(&mut self, ty: &Ty, depth: usize) -> Code {
        match self.random.below(16) {
            0 => return self.remainders(ty, depth),
            1 | 2 => return self.imported_variants(ty, depth),
            _ => {}
        }
        let mut pinned = false;
        let text = if self.random.chance(60) {
            let mut text = String::new();
            for _ in 0..1 + usize::from(self.random.chance(25)) {
                let (condition, yes) = (self.expression(&Ty::B, depth), self.braced(ty, depth));
                pinned |= yes.pinned;
                text += &format!("if {} {} else ", condition.text, yes.text);
            }
            let no = self.braced(ty, depth);
            pinned |= no.pinned;
            text + &no.text
        } else {
            let (head, arms) = self.arms();
            let mut text = head;
            for (pattern, binding) in arms {
                let value = self.scoped(|this| {
                    this.vars.extend(binding);
                    if this.random.chance(50) {
                        this.stored(ty, depth)
                    } else {
                        this.braced(ty, depth)
                    }
                });
                pinned |= value.pinned;
                text += &format!("{pattern} => {}, ", value.text);
            }
            text + "}"
        };
        Code {
            level: level::BLOCK,
            pinned,
            ..Code::atom(text)
        }
    }

    /// `{ … value }`
    fn braced(&mut self, ty: &Ty, depth: usize) -> Code {
        if self.random.chance(70) {
            let value = self.stored(ty, depth);
            return Code {
                text: format!("{{ {} }}", value.text),
                level: level::BLOCK,
                ..value
            };
        }
        self.block(ty, depth)
    }

    /// A block with a `let` or an assignment in front of its value.
    fn block(&mut self, ty: &Ty, depth: usize) -> Code {
        self.scoped(|this| {
            let target = this.random.pick(&[Ty::U, Ty::I, Ty::F, Ty::B]);
            let before = match this.assignable(&target) {
                Some(place) if this.random.chance(50) => {
                    format!("{} = {};", place.text, this.stored(&target, depth).text)
                }
                _ => {
                    let (name, value) = (this.name(), this.stored_and_pinned(&target, depth));
                    this.declare(&name, &target, false);
                    format!("let {name} = {};", value.text)
                }
            };
            let value = this.stored(ty, depth);
            Code {
                text: format!("{{ {before} {} }}", value.text),
                level: level::BLOCK,
                constant: false,
                ..value
            }
        })
    }

    /// One part of a tuple, an array or a struct that is put together for it.
    fn taken_apart(&mut self, ty: &Ty, depth: usize) -> Code {
        if switches::EFFECTS_IN_INDICES && !self.flat && self.random.chance(30) {
            return self.element_after_change(ty, depth);
        }
        let other = self.random.pick(&[Ty::U, Ty::F, Ty::B]);
        match self.random.below(3) {
            0 => {
                let (a, b) = (self.stored_and_pinned(ty, depth), self.listed_and_pinned(&other, depth));
                Code::atom(format!("({}, {}).0", a.text, b.text))
            }
            1 => {
                let (a, b, index) = (self.stored_and_pinned(ty, depth), self.listed(ty, depth), self.index(2));
                Code::atom(format!("[{}, {}][{index}]", a.text, b.text))
            }
            _ => self.field_of_new(ty, depth),
        }
    }

    /// An element of an array that the index changes first.
    fn element_after_change(&mut self, ty: &Ty, depth: usize) -> Code {
        let arrays = self.visible().into_iter().filter_map(|var| match &var.ty {
            Ty::Array(of, len) if var.mutable && **of == *ty => Some((var.name, *len)),
            _ => None,
        });
        let arrays: Vec<(String, usize)> = arrays.collect();
        if arrays.is_empty() {
            return self.leaf(ty);
        }
        let (name, len) = self.random.pick(&arrays);
        let (value, at, from) = (self.stored(ty, depth), self.random.below(len), self.random.below(len));
        Code::atom(format!("{name}[{{ {name}[{at}] = {}; {from} }}]", value.text))
    }
}
