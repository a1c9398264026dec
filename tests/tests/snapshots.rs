//! A few kernels as whole texts, to be read in a diff, and the pages of the gallery; `cargo xtask bless` accepts the present ones.

#![allow(clippy::panic, reason = "a test reports by panicking")]

use std::fmt::Write as _;
use std::path::Path;

use reduce_tests::operators::Stats;
use reduce_tests::two_orders::Shifts;
use reduce_wgpu::Step;
use reduce_wgpu::prelude::*;

#[test]
fn sum_of_f32_with_subgroups() {
    compare(
        "sum_f32_tiles_subgroups.wgsl",
        &kernel::<ops::Sum<f32>>(Step::Tiles, &Caps::webgpu_subgroups()),
    );
}

#[test]
fn stats_of_any_element_on_and_finished() {
    let caps = Caps::webgpu_subgroups();
    compare(
        "stats_unaligned_tiles.wgsl",
        &kernel::<Stats>(Step::UnalignedTiles, &caps),
    );
    compare("stats_finish.wgsl", &kernel::<Stats>(Step::Finish, &caps));
}

#[test]
fn stats_without_subgroups() {
    compare(
        "stats_tree.wgsl",
        &kernel::<Stats>(Step::Tree { run: 8 }, &Caps::webgpu()),
    );
}

#[test]
fn a_tuple_folded_by_two_kernels() {
    type Three = (ops::Sum<f32>, Shifts, ops::MinMax<f32>);
    let caps = Caps::webgpu();
    let policy = Policy {
        in_flight: 1,
        ..Policy::of::<Three>(&caps)
    };
    let kernels = Kernels::with::<Three>(policy, &caps).unwrap_or_else(|error| panic!("{error}"));
    compare("two_orders.wgsl", &kernels.wgsl());
    compare("two_orders.txt", &kernels.explain());
}

/// The sum as a user may write it, under the name that the built-in one has in WGSL.
#[allow(non_camel_case_types, reason = "named as `Sum<f32>` is in WGSL")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Sum_f32 {
    sum: f32,
}

#[gpu]
impl Monoid for Sum_f32 {
    fn identity() -> Self {
        Sum_f32 { sum: -0.0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Sum_f32 { sum: a.sum + b.sum }
    }
}

#[gpu]
impl Reduction for Sum_f32 {
    type Input = f32;
    type State = Self;
    type Output = f32;
    fn lift(x: f32) -> Self {
        Sum_f32 { sum: x }
    }
    fn finish(state: Self) -> f32 {
        state.sum
    }
}

#[test]
fn a_sum_written_by_hand_is_the_same_kernel() {
    for caps in [Caps::webgpu(), Caps::webgpu_subgroups()] {
        let built_in = Kernels::of::<ops::Sum<f32>>(&caps).unwrap_or_else(|error| panic!("{error}"));
        let written = Kernels::of::<Sum_f32>(&caps).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(written.wgsl(), built_in.wgsl());
    }
}

fn kernel<R: Operator>(step: Step, caps: &Caps) -> String {
    let kernel = Kernels::kernel::<R>(step, caps).unwrap_or_else(|error| panic!("{error}"));
    kernel.wgsl().to_owned()
}

/// The pages are generated: of the operators as they are written, and of their WGSL.
#[test]
fn the_pages_of_the_gallery() {
    for page in reduce_gallery::pages().unwrap_or_else(|why| panic!("{why}")) {
        compare(&format!("../../docs/gallery/{}", page.name), &page.text);
    }
}

fn compare(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(file);
    if std::env::var_os("REDUCE_BLESS").is_some() {
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let expected = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; `cargo xtask bless` writes it", path.display()))
        .replace("\r\n", "\n");
    assert!(
        expected == text,
        "{file} is no longer what is generated (- expected, + generated); look at it, then run `cargo xtask bless`\n{}",
        difference(&expected, text)
    );
}

/// The lines that differ with two before and after, found by the longest common subsequence.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push((' ', i + 1, old[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || common[i + 1][j] >= common[i][j + 1]) {
            lines.push(('-', i + 1, old[i]));
            i += 1;
        } else {
            lines.push(('+', j + 1, new[j]));
            j += 1;
        }
    }
    let changed = |range: std::ops::Range<usize>| lines[range].iter().any(|line| line.0 != ' ');
    let mut text = String::new();
    for (index, (mark, number, line)) in lines.iter().enumerate() {
        if changed(index.saturating_sub(2)..(index + 3).min(lines.len())) {
            let _ = writeln!(text, "{mark}{number:4} {line}");
        }
    }
    text
}

#[test]
fn differences_are_shown_by_line() {
    assert_eq!(
        difference("a\nb\nc\nd\ne\nf", "a\nb\nC\nd\ne\nf\ng"),
        "    1 a\n    2 b\n-   3 c\n+   3 C\n    4 d\n    5 e\n    6 f\n+   7 g\n"
    );
    assert_eq!(
        difference("1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5"),
        "    4 4\n    5 5\n-   6 6\n"
    );
}
