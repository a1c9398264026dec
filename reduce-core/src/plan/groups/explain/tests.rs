//! The pages tell mappings, batches and kernels apart.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use crate::{Along, Caps, Columns, Kernels, Keys, Rows, Segments, ops};

fn kernels() -> Kernels {
    Kernels::of::<ops::Sum<f32>>(&Caps::nvidia()).unwrap()
}

/// The words after each label but those of passes.
fn says(page: &str, label: &str) -> String {
    let line = page.lines().find_map(|line| line.trim_start().strip_prefix(label));
    line.unwrap_or_default().trim().to_owned()
}

#[test]
fn the_page_tells_mappings_apart() {
    let kernels = kernels();
    let page = kernels.explain_each(&[1 << 22], &Rows(16)).unwrap();
    assert_eq!(says(&page, "groups"), "262144 groups of 16 elements");
    assert!(
        says(&page, "mapping").starts_with("4 invocations a group, 4 neighbouring columns each"),
        "{page}"
    );
    assert!(
        says(&page, "loads").starts_with("16 bytes at a time: every group begins"),
        "{page}"
    );
    let page = kernels.explain_each(&[1 << 22], &Rows(1 << 20)).unwrap();
    assert_eq!(says(&page, "rows"), "full tiles of 32 rows of columns, one by one");
    let page = kernels.explain_each(&[32_000 << 7], &Rows(32_000)).unwrap();
    assert_eq!(says(&page, "rows"), "a group is 32 rows of columns, one by one");
    let page = kernels.explain_each(&[17 << 18], &Rows(17)).unwrap();
    assert!(says(&page, "loads").contains("two loads make one"), "{page}");
    let greatest = Kernels::of::<ops::ArgMax<f32>>(&Caps::nvidia()).unwrap();
    let page = greatest.explain_each(&[1025 << 10], &Rows(1025)).unwrap();
    assert!(
        says(&page, "mapping").starts_with("64 invocations a group, up to 4 vectors each"),
        "{page}"
    );
    assert!(says(&page, "loads").contains("as they lie in memory"), "{page}");
    let page = kernels.explain_each(&[1 << 22], &Columns(1024)).unwrap();
    assert!(says(&page, "mapping").contains("neighbouring groups"), "{page}");
    let page = kernels.explain_each(&[64, 3, 4096], &Along([0, 2])).unwrap();
    assert!(says(&page, "loads").contains("several axes"), "{page}");
    let offsets: Vec<u32> = (0..=1000).map(|group| group * group * 4).collect();
    let page = kernels.explain_each(&[4_000_000], &Segments(&offsets)).unwrap();
    assert_eq!(says(&page, "groups"), "1000 groups of up to 7996 elements");
    assert!(says(&page, "mapping").contains("folds them side by side"), "{page}");
    assert_eq!(
        says(&page, "loads"),
        "4 vectors of 16 bytes at a time, by 5 loads: a group begins anywhere"
    );
    assert!(!says(&page, "lists").is_empty(), "{page}");
    let counting = Kernels::of::<ops::Histogram<f32, 16>>(&Caps::nvidia()).unwrap();
    let page = counting.explain_each(&[1 << 22], &Rows(256)).unwrap();
    assert!(
        says(&page, "mapping").starts_with("16 invocations a group count its elements in 16 bins"),
        "{page}"
    );
    assert_eq!(says(&page, "parts"), "a workgroup counts whole groups");
    let page = counting.explain_each(&[1 << 22], &Rows(1 << 22)).unwrap();
    assert!(
        says(&page, "parts").starts_with("1024 workgroups share a group"),
        "{page}"
    );
    let page = counting.explain_each(&[4_000_000], &Segments(&offsets)).unwrap();
    assert!(
        says(&page, "mapping").contains("counts the elements of 4 neighbouring groups in 16 bins"),
        "{page}"
    );
    assert!(
        says(&page, "parts").starts_with("groups of up to 8192 elements"),
        "{page}"
    );
    assert!(
        says(&page, "loads").starts_with("4 elements at a time: of the first load"),
        "{page}"
    );
    let keys: Vec<u32> = (0..1000).map(|index| index % 7).collect();
    let page = kernels.explain_each(&[1000], &Keys(&keys)).unwrap();
    assert!(says(&page, "loads").contains("a list"), "{page}");
}

#[test]
fn each_pass_has_a_line_and_each_kernel_a_shader() {
    let kernels = kernels();
    let page = kernels.explain_each(&[1 << 22], &Rows(1 << 20)).unwrap();
    let passes = page.lines().filter(|line| line.starts_with("  pass ")).count();
    let shaders = kernels.each(&[1 << 22], &Rows(1 << 20)).unwrap();
    assert!(passes >= 2 && (2..=passes).contains(&shaders.len()), "{page}");
    assert!(shaders.iter().all(|kernel| kernel.wgsl().contains("@compute")));
    assert!(kernels.explain_each(&[10], &Rows(3)).is_err());
}

#[test]
fn the_page_counts_batches() {
    let kernels = kernels();
    // 2^33 bytes: bindings show 2^31 of them, less some.
    let page = kernels.explain_each(&[1 << 31], &Rows(1024)).unwrap();
    assert_eq!(says(&page, "groups"), "2097152 groups of 1024 elements");
    let batches = says(&page, "batches");
    assert!(
        batches.starts_with("5, the first of 524256 groups: a binding shows 536838144 elements"),
        "{page}"
    );
    assert!(says(&page, "pass 1").contains("elements to the state"), "{page}");
    // Whole tiles of all columns at a time.
    let page = kernels.explain_each(&[1 << 31], &Columns(64)).unwrap();
    assert!(says(&page, "batches").contains("nodes of their trees"), "{page}");
    // The kernels of `reduce` fold them, each on its own.
    let page = kernels.explain_each(&[1 << 31], &Rows(1 << 30)).unwrap();
    assert!(
        says(&page, "batches").starts_with("2, each a group that is an input of its own"),
        "{page}"
    );
    assert_eq!(says(&page, "mapping"), "");
    let shaders = kernels.each(&[1 << 31], &Rows(1 << 30)).unwrap();
    assert_eq!(shaders.len(), kernels.all().len());
    let page = kernels.explain_each(&[1 << 24], &Rows(1024)).unwrap();
    assert_eq!(says(&page, "batches"), "");
}

#[test]
fn the_page_tells_dot_products() {
    let kernels = Kernels::of::<ops::Sum<u8>>(&Caps::nvidia()).unwrap();
    let page = kernels.explain_each(&[1 << 24], &Rows(1024)).unwrap();
    assert!(says(&page, "sums").contains("dot products"), "{page}");
    let kernels = Kernels::of::<ops::Max<u8>>(&Caps::nvidia()).unwrap();
    let page = kernels.explain_each(&[1 << 24], &Rows(1024)).unwrap();
    assert_eq!(says(&page, "sums"), "");
}
