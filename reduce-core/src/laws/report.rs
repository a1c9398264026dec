//! The findings of the law checks, in words.

/// The laws that do not hold, each with its counterexample.
#[derive(Clone, PartialEq, Eq)]
pub struct Broken {
    /// The operator that was checked.
    pub name: String,
    /// One counterexample for each broken law.
    pub found: Vec<Counterexample>,
    /// The origin of the states, if that may be the reason.
    pub states: Option<String>,
}

/// One broken law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The law that does not hold.
    pub law: String,
    /// Operands and both sides of the law, each with its name and its value.
    pub values: Vec<(String, String)>,
    /// The remedy.
    pub remedy: String,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = match self.found.len() {
            1 => "is wrong".to_owned(),
            count => format!("is wrong in {count} ways"),
        };
        write!(f, "{} {count}", self.name)?;
        self.found.iter().try_for_each(|found| write!(f, "\n\n{found}"))?;
        self.states.iter().try_for_each(|states| write!(f, "\n\n{states}"))
    }
}

/// The sentences of [`Display`](std::fmt::Display): what a test prints when it unwraps.
impl std::fmt::Debug for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Broken {}

impl std::fmt::Display for Counterexample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.law)?;
        let width = self.values.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, value) in &self.values {
            write!(f, "\n    {name:width$} = {value}")?;
        }
        write!(f, "\n  {}", self.remedy)
    }
}
