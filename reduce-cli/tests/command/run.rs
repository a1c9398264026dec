//! `reduce run`, beyond the formats of files.

use serde_json::json;

use crate::tools::{Directory, call};

/// Numbers whose extremes are in no prefix, longer than a piece of 4 MiB.
fn numbers() -> Vec<f32> {
    (0..1_500_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 8) as f32 / 1024.0 - 8000.0)
        .collect()
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[test]
fn pieces_give_the_bits_of_the_whole() {
    use reduce_wgpu::prelude::*;
    let data = numbers();
    let directory = Directory::new();
    directory.with("a.bin", bytes(&data));
    let cpu = Cpu::new();
    let at = cpu.reduce::<ops::ArgMax<f32>>(&data).unwrap();
    let expected = format!(
        "mean      {:?}\nvariance  {:?}\nmin       {:?}\nargmax    {} {:?}\n",
        cpu.reduce::<ops::Mean<f32>>(&data).unwrap(),
        cpu.reduce::<ops::Variance<f32>>(&data).unwrap(),
        data.iter().copied().fold(f32::INFINITY, f32::min),
        at.index,
        at.value,
    );
    assert_eq!(
        data[at.index as usize],
        data.iter().copied().fold(f32::NEG_INFINITY, f32::max)
    );
    assert_eq!(
        directory.run("mean,variance,min,argmax", &["a.bin", "--raw", "f32"]),
        expected
    );
}

#[test]
fn parameters_stand_in_parentheses() {
    let directory = Directory::new();
    directory.with("a.bin", bytes(&[0.25, 0.75, -3.0, 2.0]));
    let floats = ["a.bin", "--raw", "f32"];
    assert_eq!(
        directory.run("count_above(0.5), countabove( -4 ),max,power_sum(2)", &floats),
        "countabove(0.5)  2\ncountabove(-4)   4\nmax              2.0\npowersum(2)      13.625\n"
    );
    assert_eq!(
        directory.run("count_above(0.5)", &["a.bin", "--raw", "f32", "--json"]),
        "{\"countabove(0.5)\": 2}\n"
    );
    directory.with("b.bin", [3u8, 200, 201, 255]);
    // Between 200 and 201 lies no integer.
    assert_eq!(
        directory.run("count_above(200.5)", &["b.bin", "--raw", "u8"]),
        "countabove(200.5)  2\n"
    );
    for (operators, message) in [
        (
            "count_above",
            "count_above takes threshold: write `count_above(THRESHOLD)`, in quotes for the shell",
        ),
        ("count_above(x)", "count_above: `x` is no number"),
        ("count_above(-1)", "count_above: -1 is no u32"),
        ("sum(1)", "sum has no parameters: leave out the parentheses"),
        ("sume(1)", "there is no operator `sume`; nearest: sum"),
        (
            "count_above(1",
            "`count_above(1` has no values between parentheses: write them as in `count_above(0.5)`, in quotes for the shell",
        ),
        (
            "count_above(1),count_above( 1)",
            "count_above is named twice; name each operator once",
        ),
    ] {
        let said = directory.refused(operators, &["b.bin", "--raw", "u8"], 2);
        assert_eq!(said, format!("reduce: {message}\n"));
    }
}

#[test]
fn quantiles_are_within_a_bin() {
    let directory = Directory::new();
    directory.with("a.bin", bytes(&[0.25, 0.75, -3.0, 2.0, 100.0, 50.0]));
    // Five elements are in the range. The third is 2, which is alone in the bin from 2 to 2.5.
    assert_eq!(
        directory.run("quantile(0,128,0.5)", &["a.bin", "--raw", "f32"]),
        "quantile(0, 128, 0.5)  2.25\n"
    );
    directory.with("b.bin", [3u8, 200, 202, 255]);
    assert_eq!(
        directory.run(
            "quantile(0,255,0.5),quantile(0,255,probability=1)",
            &["b.bin", "--raw", "u8"]
        ),
        "quantile(0, 255, 0.5)  201.0\nquantile(0, 255, 1)    255.0\n"
    );
    for (call, problem) in [
        (
            "quantile(0,1,1.5)",
            "quantile: a probability is a number from 0 to 1, not `1.5`",
        ),
        ("quantile(4,1,0.5)", "quantile: 4 is not below 1"),
        (
            "quantile(0,1)",
            "quantile takes low, high and probability: write `quantile(LOW, HIGH, PROBABILITY)`, in quotes for the shell",
        ),
    ] {
        let said = directory.refused(call, &["b.bin", "--raw", "u8"], 2);
        assert_eq!(said, format!("reduce: {problem}\n"));
    }
}

#[test]
fn histograms_have_as_many_bins_as_are_asked_for() {
    let directory = Directory::new();
    directory.with("a.bin", bytes(&[0.25, 0.75, -3.0, 2.0, 100.0, 50.0]));
    let floats = ["a.bin", "--raw", "f32"];
    assert_eq!(
        directory.run(
            "count_above(0.5),histogram(0,100,4),histogram( bins = 2, low=-3, high=1)",
            &floats
        ),
        "countabove(0.5)       4\nhistogram(0, 100, 4)  3 0 1 1\nhistogram(-3, 1, 2)   1 2\n"
    );
    assert_eq!(
        directory.run("histogram(0,100,4)", &["a.bin", "--raw", "f32", "--json"]),
        "{\"histogram(0, 100, 4)\": [3, 0, 1, 1]}\n"
    );
    directory.with("b.bin", [3u8, 200, 201, 255]);
    assert_eq!(
        directory
            .run("histogram(0,256,256)", &["b.bin", "--raw", "u8"])
            .matches(" 1")
            .count(),
        4
    );
    for (call, problem) in [
        (
            "histogram(0,1)",
            "histogram takes low, high and bins: write `histogram(LOW, HIGH, BINS)`, in quotes for the shell",
        ),
        (
            "histogram(0,1,steps=2)",
            "histogram takes low, high and bins: write `histogram(LOW, HIGH, BINS)`, in quotes for the shell",
        ),
        ("histogram(0,1,257)", "histogram: there are 1 to 256 bins, not `257`"),
        ("histogram(0,1,0)", "histogram: there are 1 to 256 bins, not `0`"),
        ("histogram(4,1,3)", "histogram: 4 is not below 1"),
        (
            "histogram(0.5,1,3)",
            "histogram: `0.5` is no integer, as the elements are",
        ),
        ("histogram(-1,1,3)", "histogram: -1 is no u32"),
    ] {
        let said = directory.refused(call, &["b.bin", "--raw", "u8"], 2);
        assert_eq!(said, format!("reduce: {problem}\n"));
    }
    for (call, problem) in [
        ("histogram(0,nan,3)", "histogram: nan ends no range"),
        ("histogram(-inf,0,3)", "histogram: -inf ends no range"),
    ] {
        assert_eq!(directory.refused(call, &floats, 2), format!("reduce: {problem}\n"));
    }
}

#[test]
fn json_is_one_object() {
    let directory = Directory::new();
    directory.with("a.bin", bytes(&[2.5, f32::NAN, -1.0]));
    let text = directory.run(
        "max,argmax,minmax,any,count,nanmax,sum",
        &["a.bin", "--raw", "f32", "--json"],
    );
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    let expected = json!({
        "max": "NaN",
        "argmax": { "index": 1, "value": "NaN" },
        "minmax": { "min": "NaN", "max": "NaN" },
        "any": true,
        "count": 3,
        "nanmax": 2.5,
        "sum": "NaN",
    });
    assert_eq!(object, expected);
    let order: Vec<usize> = ["max", "argmax", "count", "sum"]
        .map(|name| text.find(&format!("\"{name}\":")).unwrap())
        .into();
    assert!(order.is_sorted(), "{text}");
}

#[test]
fn every_built_in_operator_runs() {
    let directory = Directory::new();
    directory.with("a.bin", bytes(&[3.0, -4.0])).with("b.bin", [6u8, 3]);
    let floats = "sum product min max minmax argmin argmax mean variance stddev l1norm l2norm linfnorm any all count \
                  kahansum nanmin nanmax";
    let expected = "-1.0 -12.0 -4.0 3.0 -4.0 3.0 1 -4.0 0 3.0 -0.5 12.25 3.5 7.0 5.0 4.0 true true 2 -1.0 -4.0 3.0";
    let printed = directory.run(&floats.replace(' ', ","), &["a.bin", "--raw", "f32"]);
    let values: Vec<&str> = printed
        .lines()
        .map(|line| line.split_once("  ").unwrap().1.trim())
        .collect();
    assert_eq!(values.join(" "), expected);
    assert_eq!(
        directory.run("bitand,bitor,bitxor,widesum", &["b.bin", "--raw", "u8"]),
        "bitand   2\nbitor    7\nbitxor   5\nwidesum  9\n"
    );
    let sum: f32 = directory.run("logsumexp", &["a.bin", "--raw", "f32"])[11..]
        .trim()
        .parse()
        .unwrap();
    assert!((sum - (3f32.exp() + (-4f32).exp()).ln()).abs() < 1e-6, "{sum}");
}

#[test]
fn names_are_found_in_any_spelling() {
    let directory = Directory::new();
    directory.with("a.bin", [1, 2]);
    assert_eq!(
        directory.run("ArgMax,std_dev", &["a.bin", "--raw", "u8"]),
        "argmax  1 2\nstddev  0.5\n"
    );
}

#[test]
fn wrong_arguments_are_refused() {
    let directory = Directory::new();
    directory.with("a.bin", [1, 2, 3]).with("a.dat", [1]);
    for (operators, arguments, message) in [
        (
            "men",
            ["a.bin", "--raw", "u8"],
            "there is no operator `men`; nearest: min, mean",
        ),
        (
            "frobnicate",
            ["a.bin", "--raw", "u8"],
            "there is no operator `frobnicate`; `reduce ops` lists them",
        ),
        (
            "sum,Sum",
            ["a.bin", "--raw", "u8"],
            "Sum is named twice; name each operator once",
        ),
        (
            "nanmin",
            ["a.bin", "--raw", "u8"],
            "nanmin reads no u8; it reads f32 f64: convert the input to one of them or name another operator",
        ),
        (
            "sum",
            ["a.bin", "--engine", "cpu"],
            "a.bin ends in none of .npy .csv .parquet .wav .png; name its --format, or say what numbers it holds, as in --raw f32",
        ),
    ] {
        let call = [&["run", operators], arguments.as_slice()].concat();
        assert_eq!(directory.call(&call).refused(2), format!("reduce: {message}\n"));
    }
    let call = ["run", "sum", "a.bin", "--raw", "u8", "--engine"];
    let engine = |name| directory.call(&[&call[..], &[name]].concat());
    assert_eq!(
        engine("gpus").refused(2),
        "reduce: there is no engine `gpus`; nearest: gpu\n"
    );
    assert_eq!(engine("auto").printed(), "sum  6\n");
    let said = engine("gpu").refused(1);
    assert!(
        said.starts_with("reduce: no GPU adapter was found (") && said.ends_with("or use --engine cpu\n"),
        "{said}"
    );
    let said = engine("gpu:nvidia").refused(1);
    assert!(said.starts_with("reduce: no GPU adapter was found ("), "{said}");
    let said = directory.refused("sum", &["a.bin", "--raw", "f12"], 2);
    assert!(said.contains("there is no type `f12`; nearest: f32"), "{said}");
    assert_eq!(
        directory.refused("sum", &["a.bin", "--raw", "u8", "--skip-empty"], 2),
        "reduce: --skip-empty is for CSV and Parquet files; leave it out beside --raw\n"
    );
}

#[test]
fn the_format_is_that_of_the_name_or_the_flag() {
    let directory = Directory::new();
    directory.with("A.CSV", "x\n1\n2\n").with("table", "x\n1\n2\n");
    assert_eq!(directory.run("sum", &["A.CSV"]), "sum  3.0\n");
    assert_eq!(directory.run("sum", &["table", "--format", "csv"]), "sum  3.0\n");
    assert_eq!(directory.run("count", &["A.CSV", "--raw", "u8"]), "count  6\n");
    assert_eq!(
        directory.refused("sum", &["A.CSV", "--format", "npy"], 1),
        "reduce: A.CSV ends inside its .npy header; write or copy it again\n"
    );
    let said = directory.refused("sum", &["table", "--format", "xls"], 2);
    assert!(
        said.contains("[possible values: npy, csv, parquet, wav, png]"),
        "{said}"
    );
    let said = directory.refused("sum", &["table", "--format", "csv", "--raw", "u8"], 2);
    assert!(
        said.contains("'--format <FORMAT>' cannot be used with '--raw <TYPE>'"),
        "{said}"
    );
}

#[test]
fn files_that_are_no_numbers_are_refused() {
    let directory = Directory::new();
    directory.with("a.bin", [1, 2, 3]).with("empty.bin", []);
    for (file, message) in [
        (
            "a.bin",
            "a.bin has 3 bytes, which is no whole number of i16; give the type that it was written with",
        ),
        ("empty.bin", "empty.bin is empty; give a file with numbers"),
        (".", ". is a directory; give a file inside it"),
        (
            "none.bin",
            "none.bin cannot be read: No such file or directory (os error 2); give a file that you may read",
        ),
    ] {
        assert_eq!(
            directory.refused("sum", &[file, "--raw", "i16"], 1),
            format!("reduce: {message}\n")
        );
    }
}

#[test]
fn help_says_what_the_exit_codes_mean() {
    let page = call(&["--help"]).printed();
    assert!(
        page.contains("1  the input or the reduction failed\n  2  the arguments are wrong"),
        "{page}"
    );
    for command in [
        "run",
        "inspect",
        "ladder",
        "bench",
        "check",
        "ops",
        "devices",
        "completions",
        "man",
    ] {
        let page = call(&[command, "--help"]).printed();
        assert!(page.contains("Examples:\n"), "{page}");
    }
    assert!(
        call(&[])
            .refused(2)
            .starts_with("reduce: 'reduce' requires a subcommand but one was not provided")
    );
    assert!(call(&["--version"]).printed().starts_with("reduce 0."));
    assert!(
        call(&["rum"])
            .refused(2)
            .starts_with("reduce: unrecognized subcommand 'rum'")
    );
}
