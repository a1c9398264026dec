//! Control flow as statements: `if`, `match`, blocks, and loops that end soon.

use super::types::{Ty, Var};
use super::{Generator, switches};

impl Generator {
    pub(super) fn control(&mut self, depth: usize) {
        match self.random.below(10) {
            0..3 => self.branch(depth),
            3 | 4 => self.matching(depth),
            5 => {
                self.line("{");
                self.inner(depth);
                self.line("}");
            }
            _ if self.loops == 2 => self.branch(depth),
            6 if self.over_elements(depth) => {}
            6 | 7 => self.counted(depth),
            8 if self.random.chance(40) => self.while_fitting(depth),
            8 => self.conditional(depth),
            _ => self.endless(depth),
        }
    }

    /// A few statements, one level deeper, in a scope of their own.
    pub(super) fn inner(&mut self, depth: usize) {
        let count = 1 + self.random.below(3);
        let text = self.aside(|this| {
            this.scoped(|this| {
                let known = this.vars.len();
                this.statements(count, depth);
                this.trace_behind(known);
            });
        });
        self.lines += &text;
    }

    /// `if let`
    fn fitting(&mut self, depth: usize) {
        let (subject, ty) = self.with_parts();
        let mut names = Vec::new();
        let pattern = self.sides(&ty, &mut names);
        self.line(&format!("if let {pattern} = {subject} {{"));
        self.scoped(|this| {
            this.vars.extend(names);
            this.inner(depth);
        });
        if self.random.chance(60) {
            self.line("} else {");
            self.inner(depth);
        }
        self.line("}");
    }

    fn branch(&mut self, depth: usize) {
        if self.random.chance(20) {
            return self.fitting(depth);
        }
        let condition = self.expression(&Ty::B, 2);
        self.line(&format!("if {} {{", condition.text));
        self.inner(depth);
        while self.random.chance(25) {
            let condition = self.expression(&Ty::B, 2);
            self.line(&format!("}} else if {} {{", condition.text));
            self.inner(depth);
        }
        if self.random.chance(60) {
            self.line("} else {");
            self.inner(depth);
        }
        self.line("}");
    }

    fn matching(&mut self, depth: usize) {
        let (head, arms) = self.arms();
        self.line(head.trim_end());
        self.indent += 1;
        for (pattern, binding) in arms {
            self.line(&format!("{pattern} => {{"));
            self.scoped(|this| {
                this.vars.extend(binding);
                this.inner(depth);
            });
            self.line("}");
        }
        self.indent -= 1;
        self.line("}");
    }

    fn counted(&mut self, depth: usize) {
        let ty = self.random.pick(&[Ty::Z, Ty::Z, Ty::U, Ty::I]);
        let (range, below) = self.range(&ty);
        let name = if self.random.chance(12) {
            "_".to_owned()
        } else {
            self.name()
        };
        let mutable = ty != Ty::Z && name != "_" && switches::CHANGED_COUNTERS && self.random.chance(20);
        self.line(&format!(
            "for {}{name} in {range} {{",
            if mutable { "mut " } else { "" }
        ));
        self.scoped(|this| {
            if name != "_" {
                let (counter, of) = (name.clone(), ty.clone());
                this.vars.push(Var {
                    below,
                    ..Var::new(name, &ty, mutable)
                });
                if this.traced {
                    this.indent += 1;
                    this.trace(&counter, &of);
                    this.indent -= 1;
                }
            }
            this.looped(depth);
        });
        self.line("}");
    }

    /// The body of a loop.
    pub(super) fn looped(&mut self, depth: usize) {
        self.looping = true;
        self.loops += 1;
        self.inner(depth);
        self.loops -= 1;
    }

    /// A range of few turns, and the bound that its counter stays below.
    fn range(&mut self, ty: &Ty) -> (String, usize) {
        if *ty == Ty::I && switches::WIDE_RANGES && self.random.chance(6) {
            let wide = "(-2_000_000_000..2_000_000_000i32)";
            let rev = self.random.pick(&["", ".rev()"]);
            return (format!("{wide}{rev}.step_by(900_000_000)"), 7);
        }
        let closed = self.random.chance(35);
        let dots = if closed { "..=" } else { ".." };
        let low = if *ty == Ty::I {
            self.random.within(-5, 3)
        } else {
            self.random.within(0, 3)
        };
        let start = match (ty, self.random.below(4)) {
            (Ty::U, 0) => format!("({} & 3)", self.pinned(&Ty::U, 1).at_least(super::code::level::AND)),
            (Ty::I, 0) => format!("({} % 4)", self.pinned(&Ty::I, 1).at_least(super::code::level::PRODUCT)),
            _ => low.to_string(),
        };
        let high = self.random.within(low.max(0), 6);
        let end = match (ty, self.random.below(3)) {
            (Ty::Z, 0) => format!(
                "({} % 6) as usize",
                self.pinned(&Ty::U, 1).at_least(super::code::level::PRODUCT)
            ),
            (Ty::U | Ty::I, 0) => format!("{} % 6", self.pinned(ty, 1).at_least(super::code::level::PRODUCT)),
            (Ty::U | Ty::I, _) => format!("{high}{}", ty.name()),
            _ => high.to_string(),
        };
        let whole = match self.random.below(10) {
            // Up to the very end of the type, where a counter must not wrap round.
            0 if *ty == Ty::U => "4_294_967_291..=u32::MAX".to_owned(),
            0 if *ty == Ty::I => "i32::MAX - 4..=i32::MAX".to_owned(),
            1 if *ty == Ty::I => "i32::MIN..i32::MIN + 4".to_owned(),
            _ => format!("{start}{dots}{end}"),
        };
        let text = match self.random.below(10) {
            0..5 => whole,
            5 | 6 => format!("({whole}).rev()"),
            7 | 8 => format!("({whole}).step_by({})", self.step()),
            _ => format!("({whole}).rev().step_by({})", self.step()),
        };
        (text, 7)
    }

    fn step(&mut self) -> String {
        if self.random.chance(70) {
            return (1 + self.random.below(4)).to_string();
        }
        let value = self.pinned(&Ty::U, 1);
        format!("({} % 3) as usize + 1", value.at_least(super::code::level::PRODUCT))
    }

    fn conditional(&mut self, depth: usize) {
        let fuel = self.fresh("fuel");
        let turns = self.random.within(1, 6);
        self.line(&format!("let mut {fuel} = {turns}u32;"));
        let condition = self.expression(&Ty::B, 2);
        let both = if self.random.chance(50) {
            format!("{fuel} > 0 && {}", condition.at_least(super::code::level::BOTH))
        } else {
            format!("{} && {fuel} != 0", condition.at_least(super::code::level::BOTH))
        };
        self.line(&format!("while {both} {{"));
        self.indent += 1;
        self.line(&format!("{fuel} -= 1;"));
        self.indent -= 1;
        self.looped(depth);
        self.line("}");
    }

    /// `while let`
    fn while_fitting(&mut self, depth: usize) {
        let fuel = self.fresh("fuel");
        let turns = self.random.within(1, 6);
        self.line(&format!("let mut {fuel} = {turns}u32;"));
        let (subject, ty) = if self.random.chance(60) {
            let of = self.any_type();
            let value = self.stored_and_pinned(&of, 1);
            (
                format!("({fuel} > 0).then_some({})", value.text),
                Ty::Option(Box::new(of)),
            )
        } else {
            let (value, ty) = self.with_parts();
            (format!("({fuel} > 0, {value})"), Ty::Tuple(vec![Ty::B, ty]))
        };
        let mut names = Vec::new();
        let pattern = match &ty {
            Ty::Tuple(of) => format!("(true, {})", self.tested(&of[1], &mut names, 1)),
            _ => format!("Some({})", self.named_within(&ty, &mut names)),
        };
        self.line(&format!("while let {pattern} = {subject} {{"));
        self.indent += 1;
        self.line(&format!("{fuel} -= 1;"));
        self.indent -= 1;
        self.scoped(|this| {
            this.vars.extend(names);
            this.looped(depth);
        });
        self.line("}");
    }

    /// A pattern for the value in an Option.
    fn named_within(&mut self, ty: &Ty, names: &mut Vec<Var>) -> String {
        match ty {
            Ty::Option(of) if self.random.chance(50) => self.tested(of, names, 1),
            Ty::Option(of) => self.named(of, names),
            _ => "_".to_owned(),
        }
    }

    fn endless(&mut self, depth: usize) {
        let fuel = self.fresh("fuel");
        let turns = self.random.within(0, 5);
        self.line(&format!("let mut {fuel} = {turns};"));
        self.line("loop {");
        self.indent += 1;
        self.line(&format!("if {fuel} == 0 {{ break; }}"));
        self.line(&format!("{fuel} -= 1;"));
        self.indent -= 1;
        self.looped(depth);
        self.line("}");
    }
}
