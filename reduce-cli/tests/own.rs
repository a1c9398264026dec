//! The tool with operators of a program of the user's.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use reduce_cli::{Failure, Operator, answer, ops};
use reduce_wgpu::prelude::*;

/// A result of several fields, one of which is an array.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Signs {
    #[reduce(sum, lift = [(x < 0.0) as u32, (x > 0.0) as u32])]
    counts: [u32; 2],
    #[reduce(max)]
    max: f32,
}

mod nested {
    use super::*;

    /// Has the name of a built-in operator.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = u8, output = u32, finish = sum)]
    pub(super) struct Sum {
        #[reduce(sum, lift = 1000 + x as u32)]
        sum: u32,
    }
}

/// Results under names of their own, one of which is a position.
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Summary {
    #[reduce(mean)]
    mean: f32,
    #[reduce(argmax)]
    peak: Indexed<f32>,
    #[reduce(by = Signs)]
    signs: Signs,
}

fn ask(operators: Vec<Box<dyn Operator>>, arguments: &[&str]) -> Result<String, Failure> {
    let arguments = ["mine"].iter().chain(arguments).map(Into::into);
    answer(operators, arguments)
}

fn file(name: &str, bytes: &[u8]) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path.display().to_string()
}

#[test]
fn an_operator_of_the_users_runs_beside_the_built_in_ones() {
    let bytes: Vec<u8> = [1.5f32, -2.0, 0.5]
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let path = file("own.bin", &bytes);
    let call = ["run", "signs,sum", &path, "--raw", "f32", "--engine", "cpu"];
    assert_eq!(
        ask(ops![Signs], &call).unwrap(),
        "signs.counts  1 2\nsigns.max     1.5\nsum           0.0\n"
    );
    let json = ask(ops![Signs], &[&call[..], &["--json"]].concat()).unwrap();
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        object,
        serde_json::json!({ "signs": { "counts": [1, 2], "max": 1.5 }, "sum": 0.0 })
    );
    let failure = ask(ops![], &call).unwrap_err();
    assert_eq!(
        failure.to_string(),
        "there is no operator `signs`; `reduce ops` lists them"
    );
    assert_eq!(failure.code(), 2);
}

#[test]
fn the_fields_of_a_struct_of_results_have_their_names() {
    let path = file("results.bin", &[1.0f32, -3.0, 5.0].map(f32::to_le_bytes).concat());
    let call = ["run", "summary", &path, "--raw", "f32", "--engine", "cpu"];
    assert_eq!(
        ask(ops![Summary], &call).unwrap(),
        "summary.mean          1.0\nsummary.peak          2 5.0\nsummary.signs.counts  1 2\nsummary.signs.max     5.0\n"
    );
    let json = ask(ops![Summary], &[&call[..], &["--json"]].concat()).unwrap();
    assert_eq!(
        json.trim_end(),
        r#"{"summary": {"mean": 1.0, "peak": {"index": 2, "value": 5.0}, "signs": {"counts": [1, 2], "max": 5.0}}}"#
    );
}

#[test]
fn fields_have_columns_where_groups_have_lines() {
    let path = file("groups.bin", &[1.0f32, -3.0, 5.0, 2.0].map(f32::to_le_bytes).concat());
    let call = [
        "run",
        "summary,signs",
        &path,
        "--raw",
        "f32",
        "--rows",
        "2",
        "--engine",
        "cpu",
    ];
    assert_eq!(
        ask(ops![Summary, Signs], &call).unwrap(),
        "row  summary.mean  summary.peak  summary.signs.counts  summary.signs.max  signs.counts  signs.max\n\
         0    -1.0          0 1.0         1 1                   1.0                1 1           1.0\n\
         1    3.5           0 5.0         0 2                   5.0                0 2           5.0\n"
    );
    let json = ask(ops![Summary, Signs], &[&call[..], &["--json"]].concat()).unwrap();
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    let of_signs = serde_json::json!([{ "counts": [1, 1], "max": 1.0 }, { "counts": [0, 2], "max": 5.0 }]);
    assert_eq!(object["signs"], of_signs);
    assert_eq!(
        object["summary"][1]["peak"],
        serde_json::json!({ "index": 0, "value": 5.0 })
    );
}

#[test]
fn it_hides_a_built_in_one_of_its_type_alone() {
    let path = file("hides.bin", &[1, 2, 0, 0]);
    let on = |element| {
        ask(
            ops![nested::Sum],
            &["run", "sum", &path, "--raw", element, "--engine", "cpu"],
        )
        .unwrap()
    };
    assert_eq!(on("u8"), "sum  4003\n");
    assert_eq!(on("u16"), "sum  513\n");
}

#[test]
fn it_is_listed_and_inspected() {
    let page = ask(ops![Signs, ops::Sum<f32>], &["ops", "signs"]).unwrap();
    assert!(page.contains("signs     f32    Signs  0 0 -inf"), "{page}");
    let wgsl = ask(ops![Signs], &["inspect", "signs", "--emit", "wgsl"]).unwrap();
    assert_eq!(
        wgsl.trim_end(),
        Kernels::of::<Signs>(&Caps::webgpu()).unwrap().wgsl().trim_end()
    );
}

/// The mean of means, which is no monoid: it depends on the brackets.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Middle {
    value: f32,
}

#[gpu]
impl Monoid for Middle {
    fn identity() -> Self {
        Middle { value: 0.0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Middle {
            value: (a.value + b.value) / 2.0,
        }
    }
}

#[gpu]
impl Reduction for Middle {
    type Input = f32;
    type State = Self;
    type Output = f32;
    fn lift(x: f32) -> Self {
        Middle { value: x }
    }
    fn finish(state: Self) -> f32 {
        state.value
    }
}

/// The elements between two parameters.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Between {
    low: f32,
    steps: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct Tally {
    #[reduce(sum)]
    n: u32,
}

#[gpu]
impl Reduction for Between {
    type Input = f32;
    type State = Tally;
    type Output = u32;
    fn lift(&self, x: f32) -> Tally {
        let high = self.low + self.steps as f32;
        Tally {
            n: (x >= self.low && x < high) as u32,
        }
    }
    fn finish(&self, state: Tally) -> u32 {
        state.n
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(limit: f32), output = f32, finish = sum / count as f32)]
struct MeanAbove {
    #[reduce(sum, lift = if x > limit { x } else { 0.0 })]
    sum: f32,
    #[reduce(sum, lift = (x > limit) as u32)]
    count: u32,
}

#[test]
fn its_parameters_are_read_from_the_call() {
    let mine = || ops![Between { low, steps }, MeanAboveParams { limit }, Signs];
    let path = file(
        "parameters.bin",
        &[1.0f32, -3.0, 5.0, 2.5].map(f32::to_le_bytes).concat(),
    );
    let run = |operators| ask(mine(), &["run", operators, &path, "--raw", "f32", "--engine", "cpu"]);
    assert_eq!(
        run("between(1,2),between(steps=9, low=-4),mean_above(limit=2),sum").unwrap(),
        "between(1, 2)   2\nbetween(-4, 9)  3\nmeanabove(2)    3.75\nsum             5.5\n"
    );
    for (call, problem) in [
        ("between(1,2.5)", "between: `2.5` is no u32"),
        (
            "between(1)",
            "between takes low and steps: write `between(LOW, STEPS)`, in quotes for the shell",
        ),
        (
            "between",
            "between takes low and steps: write `between(LOW, STEPS)`, in quotes for the shell",
        ),
        (
            "between(high=1,steps=2)",
            "between takes low and steps: write `between(LOW, STEPS)`, in quotes for the shell",
        ),
        ("signs(1)", "signs has no parameters: leave out the parentheses"),
    ] {
        let failure = run(call).unwrap_err();
        assert_eq!((failure.to_string().as_str(), failure.code()), (problem, 2));
    }
    let page = ask(mine(), &["ops", "between"]).unwrap();
    assert!(page.contains("between   f32    u32    -"), "{page}");
    let call = ["check", "between(0.5,3)", "--engine", "cpu"];
    assert!(
        ask(mine(), &call)
            .unwrap()
            .starts_with("between(0.5, 3) of f32: the laws hold; ")
    );
    assert!(
        ask(mine(), &["inspect", "between", "--emit", "wgsl"])
            .unwrap()
            .contains("parameters[0].y")
    );
}

#[test]
fn its_laws_are_checked() {
    let check = |name| ask(ops![Signs, Middle], &["check", name, "--engine", "cpu"]);
    assert_eq!(
        check("signs").unwrap(),
        "signs of f32: the laws hold; nothing was compared: there is no GPU, or none was asked for\n"
    );
    let failure = check("middle").unwrap_err();
    let broken = reduce_wgpu::laws::Check::<Middle>::reduction("middle of f32")
        .laws()
        .unwrap_err();
    assert_eq!((failure.to_string(), failure.code()), (broken.to_string(), 1));
    assert!(
        failure.to_string().starts_with("middle of f32 is wrong in 2 ways\n\n"),
        "{failure}"
    );
}
