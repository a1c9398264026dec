//! `reduce ops`, `devices`, `completions` and `man`.

use crate::tools::call;

#[test]
fn operators_are_listed() {
    let page = call(&["ops"]).printed();
    let line = |name: &str| page.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert_eq!(page.lines().count(), 33, "{page}");
    let words = |name| line(name).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        words("sum "),
        "sum f32 f64 i32 u32 i64 u64 i8 u8 i16 u16 -0.0 the sum; integers wrap"
    );
    assert_eq!(
        words("histogram"),
        "histogram f32 f64 i32 u32 i64 u64 i8 u8 i16 u16 0 0 ... how many elements are in each of BINS equal parts of LOW to HIGH"
    );
    assert!(words("countabove").ends_with(" u16 0 how many elements are above THRESHOLD"));
    assert!(line("nanmin").starts_with("nanmin      f32 f64  "));
}

#[test]
fn the_types_of_an_operator_are_listed() {
    let page = call(&["ops", "wide_sum"]).printed();
    assert_eq!(
        page,
        "OPERATOR  READS  GIVES  EMPTY\nwidesum   i32    i64    0\nwidesum   u32    u64    0\nwidesum   i8     i64    0\n\
         widesum   u8     u64    0\nwidesum   i16    i64    0\nwidesum   u16    u64    0\n"
    );
    let page = call(&["ops", "argmin"]).printed();
    assert!(
        page.contains("\nargmin    u8     Indexed<u32>  4294967295 4294967295\n"),
        "{page}"
    );
    assert_eq!(
        call(&["ops", "sume"]).refused(2),
        "reduce: there is no operator `sume`; nearest: sum\n"
    );
}

#[test]
fn operators_have_the_names_of_others_too() {
    for (other, usual) in [("welford", "variance"), ("std", "stddev"), ("Average", "mean")] {
        assert_eq!(call(&["ops", other]).printed(), call(&["ops", usual]).printed());
    }
    assert!(
        call(&["inspect", "welford", "--emit", "msl"])
            .printed()
            .contains("struct Moments")
    );
}

#[test]
fn without_a_gpu_the_cpu_is_listed() {
    let page = call(&["devices"]).printed();
    assert!(
        page.starts_with("CPU, ") && page.contains("\nno GPU; backends searched: "),
        "{page}"
    );
}

#[test]
fn shells_and_man_are_served() {
    assert!(call(&["completions", "bash"]).printed().contains("--skip-empty"));
    assert!(call(&["completions", "zsh"]).printed().starts_with("#compdef reduce"));
    assert!(call(&["man"]).printed().contains(".TH reduce 1"));
    let page = call(&["man", "run"]).printed();
    assert!(
        page.contains("\\-\\-skip\\-empty") && page.contains("reduce run sum data.npy"),
        "{page}"
    );
    assert_eq!(
        call(&["man", "rum"]).refused(2),
        "reduce: there is no command `rum`; nearest: run\n"
    );
}
