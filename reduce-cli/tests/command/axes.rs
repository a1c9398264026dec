//! `reduce run --axis`: a result for each index of the axes of a .npy file that are kept.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use serde_json::json;

use crate::npy::{npy, version};
use crate::rows::{bytes, numbers, results, words};
use crate::tools::Directory;

const SHAPE: [usize; 3] = [6, 70, 50];

/// The elements of an array of `SHAPE`, in the order of the file: whatever it is, the first or the last axis the fastest.
fn element(data: &[f32], [i, j, k]: [usize; 3], fortran: bool) -> f32 {
    let [a, b, c] = SHAPE;
    data[if fortran {
        i + a * (j + b * k)
    } else {
        (i * b + j) * c + k
    }]
}

/// The indices of all elements, in the order of the file.
fn indices(fortran: bool) -> Vec<[usize; 3]> {
    let [a, b, c] = SHAPE;
    let c_order = (0..a).flat_map(|i| (0..b).flat_map(move |j| (0..c).map(move |k| [i, j, k])));
    let mut indices: Vec<[usize; 3]> = c_order.collect();
    if fortran {
        indices.sort_by_key(|[i, j, k]| [*k, *j, *i]);
    }
    indices
}

/// The groups along these axes: the indices of the others, in C order, and the elements.
fn groups(data: &[f32], reduced: &[usize], fortran: bool) -> Vec<(Vec<String>, Vec<f32>)> {
    let mut groups = std::collections::BTreeMap::<Vec<usize>, Vec<f32>>::new();
    for index in indices(fortran) {
        let kept = (0..3).filter(|axis| !reduced.contains(axis)).map(|axis| index[axis]);
        groups
            .entry(kept.collect())
            .or_default()
            .push(element(data, index, fortran));
    }
    let text = |kept: Vec<usize>| kept.iter().map(usize::to_string).collect();
    groups.into_iter().map(|(kept, group)| (text(kept), group)).collect()
}

#[test]
fn groups_along_axes_have_the_bits_that_they_have_alone() {
    let data = numbers(SHAPE.iter().product::<usize>() as u32);
    let directory = Directory::new();
    for (fortran, name) in [(false, "False"), (true, "True")] {
        let dict = format!("{{'descr': '<f4', 'fortran_order': {name}, 'shape': (6, 70, 50), }}");
        directory.with("a.npy", version(1, &dict, &bytes(&data)));
        for (asked, reduced) in [
            ("0", &[0][..]),
            ("1", &[1]),
            ("-1", &[2]),
            ("0,1", &[0, 1]),
            ("-1, 0", &[0, 2]),
            ("2,1", &[1, 2]),
        ] {
            let table = directory.run("mean,min,argmin", &["a.npy", "--axis", asked]);
            let lines = words(&table);
            let expected = groups(&data, reduced, fortran);
            assert_eq!(lines.len(), 1 + expected.len());
            for ((kept, group), line) in expected.iter().zip(&lines[1..]) {
                assert_eq!(
                    *line,
                    [&kept[..], &results(group)].concat(),
                    "along {asked}, Fortran {fortran}"
                );
            }
        }
        let whole = directory.run("mean,variance,argmax", &["a.npy"]);
        assert_eq!(
            directory.run("mean,variance,argmax", &["a.npy", "--axis", "0,1,2"]),
            whole
        );
    }
}

#[test]
fn axes_have_columns_in_tables_and_arrays_in_json() {
    let directory = Directory::new();
    let data: Vec<u8> = (0..12).collect();
    directory.with("a.npy", npy("|u1", "(2, 3, 2)", &data));
    assert_eq!(
        directory.run("sum,argmax", &["a.npy", "--axis", "1"]),
        "axis0  axis2  sum  argmax\n\
         0      0      6    2 4\n\
         0      1      9    2 5\n\
         1      0      24   2 10\n\
         1      1      27   2 11\n"
    );
    let json_of = |axes: &str| -> serde_json::Value {
        serde_json::from_str(&directory.run("sum,max", &["a.npy", "--axis", axes, "--json"])).unwrap()
    };
    assert_eq!(
        json_of("1"),
        json!({ "sum": [[6, 9], [24, 27]], "max": [[4, 5], [10, 11]] })
    );
    assert_eq!(json_of("0,-1"), json!({ "sum": [14, 22, 30], "max": [7, 9, 11] }));
    assert_eq!(json_of("0,1,2"), json!({ "sum": 66, "max": 11 }));
    // An axis without indices leaves groups without elements, or no groups.
    directory.with("none.npy", npy("<f4", "(2, 0)", &[]));
    assert_eq!(
        directory.run("max,count", &["none.npy", "--axis", "1"]),
        "axis0  max   count\n0      -inf  0\n1      -inf  0\n"
    );
    assert_eq!(
        directory.run("max", &["none.npy", "--axis", "0", "--json"]),
        "{\"max\": []}\n"
    );
}

#[test]
fn every_width_and_byte_order_is_put_in_order() {
    let directory = Directory::new();
    for (descr, data) in [
        ("|i1", vec![1, 2, 3, 4]),
        (">i2", vec![0, 1, 0, 2, 0, 3, 0, 4]),
        ("<u4", vec![1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]),
        ("<i8", [1u64, 2, 3, 4].iter().flat_map(|x| x.to_le_bytes()).collect()),
    ] {
        directory.with("a.npy", npy(descr, "(2, 2)", &data));
        assert_eq!(
            directory.run("sum,argmin", &["a.npy", "--axis", "0"]),
            "axis1  sum  argmin\n0      4    0 1\n1      6    0 2\n",
            "{descr}"
        );
    }
    // 1.5 and 2 as 16-bit floats.
    directory.with("half.npy", npy("<f2", "(1, 2)", &[0, 0x3e, 0, 0x40]));
    assert_eq!(
        directory.run("sum", &["half.npy", "--axis", "-2"]),
        "axis1  sum\n0      1.5\n1      2.0\n"
    );
}

#[test]
fn axes_that_are_not_there_are_refused() {
    let directory = Directory::new();
    directory
        .with("a.npy", npy("|u1", "(2, 3)", &[1, 2, 3, 4, 5, 6]))
        .with("line.npy", npy("|u1", "(2,)", &[1, 2]))
        .with("scalar.npy", npy("|u1", "()", &[7]))
        .with("x.csv", "x\n1\n")
        .with("a.bin", [1]);
    let refused = |file: &str, axes: &str| directory.refused("sum", &[file, "--axis", axes], 2);
    for (file, axes, message) in [
        (
            "a.npy",
            "2",
            "a.npy has the shape (2, 3) and no axis 2; its axes are 0 to 1, negative ones count from the end",
        ),
        (
            "a.npy",
            "0,-3",
            "a.npy has the shape (2, 3) and no axis -3; its axes are 0 to 1, negative ones count from the end",
        ),
        (
            "line.npy",
            "1",
            "line.npy has the shape (2,) and no axis 1; its axis is 0, negative ones count from the end",
        ),
        (
            "scalar.npy",
            "0",
            "scalar.npy has the shape () and no axes; leave --axis out",
        ),
        (
            "a.npy",
            "1,-1",
            "--axis names axis 1 of a.npy twice; name each axis once",
        ),
        ("x.csv", "0", "--axis is for .npy files; leave it out for a CSV file"),
    ] {
        assert_eq!(refused(file, axes), format!("reduce: {message}\n"));
    }
    assert_eq!(
        directory.refused("sum", &["a.bin", "--raw", "u8", "--axis", "0"], 2),
        "reduce: --axis is for .npy files; leave it out beside --raw\n"
    );
    for (axes, axis) in [("0,x", "x"), ("", ""), ("0,", ""), ("0.5", "0.5")] {
        let said = refused("a.npy", axes);
        assert!(
            said.contains(&format!(
                "`{axis}` is no axis; give numbers with commas between them, as in 0,2"
            )),
            "{said}"
        );
    }
    let said = directory.refused("sum", &["a.npy", "--axis", "0", "--by", "x"], 2);
    assert!(
        said.starts_with("reduce: the argument '--axis <AXES>' cannot be used with '--by <COLUMN>'"),
        "{said}"
    );
}
