//! The examples of groups.

use std::fs;
use std::fs::File;
use std::io::BufReader;

use reduce_tests::oracle::{UNIT, roundings};

use super::{SEATTLE, on_both, printed, root};

/// The numbers in a line.
fn numbers(line: &str) -> Vec<f64> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    line.split(|c| !is_part(c))
        .filter_map(|word| word.parse().ok())
        .collect()
}

#[test]
fn the_means_of_channels_are_those_of_a_loop() {
    let file = File::open(root().join("examples/data/earth.jpg")).unwrap();
    let pixels = zune_jpeg::JpegDecoder::new(BufReader::new(file)).decode().unwrap();
    let mean = |channel: usize| {
        let values = pixels.iter().skip(channel).step_by(3);
        values.map(|x| f64::from(*x)).sum::<f64>() / (pixels.len() / 3) as f64
    };
    let expected = format!("red   {:.4}\ngreen {:.4}\nblue  {:.4}\n", mean(0), mean(1), mean(2));
    assert_eq!(on_both("channel_means"), expected);
}

#[test]
fn every_row_of_a_softmax_adds_up_to_one() {
    let logit = |index: u32| {
        let bits = index.wrapping_mul(0x9e37_79b9);
        f64::from((bits ^ (bits >> 15)).wrapping_mul(0x85eb_ca6b)) / 2f64.powi(28) + f64::from(index / 1000)
    };
    let denominator = |row: u32| {
        let sum: f64 = (row * 1000..(row + 1) * 1000)
            .map(|index| (logit(index) - f64::from(row)).exp())
            .sum();
        sum.ln() + f64::from(row)
    };
    for arguments in [&[][..], &["--gpu"]] {
        let output = printed("softmax_rows", arguments);
        let lines: Vec<Vec<f64>> = output.lines().map(numbers).collect();
        let [first, last] = lines[0][..] else {
            panic!("{output}")
        };
        assert!((first - denominator(0)).abs() < 2e-3, "{output}");
        assert!((last - denominator(511)).abs() < 2e-3, "{output}");
        assert!(lines[1][0] == 1.0 && lines[1][1] < 1e-3, "{output}");
    }
}

#[test]
fn every_mesh_has_its_box() {
    let output = on_both("mesh_boxes");
    assert_eq!(output.lines().count(), 8, "{output}");
    for (k, line) in (0..).zip(output.lines()) {
        let radius = if k % 2 == 0 { 1.0 } else { 3.0 };
        let x = 10.0 * f64::from(k);
        let expected = [
            f64::from((32 * 64) << (k / 2)),
            x - radius,
            -1.0 - radius,
            -0.5,
            x + radius,
            -1.0 + radius,
            1.5,
        ];
        assert_eq!(numbers(line), expected, "{line}");
    }
}

#[test]
fn every_hour_has_its_mean() {
    let text = fs::read_to_string(root().join(SEATTLE)).unwrap();
    let (mut sums, mut counts) = ([0.0; 24], [0; 24]);
    for line in text.lines().skip(1) {
        let hour: usize = line[11..13].parse().unwrap();
        sums[hour] += line.split(',').nth(2).unwrap().parse::<f64>().unwrap();
        counts[hour] += 1;
    }
    let output = on_both("mean_by_hour");
    assert_eq!(output.lines().count(), 24);
    for (hour, line) in output.lines().enumerate() {
        let (at, mean) = line.split_once(":00  ").unwrap();
        assert_eq!(at, format!("{hour:02}"));
        let mean: f64 = mean.trim_end_matches(" °C").trim().parse().unwrap();
        let exact = sums[hour] / f64::from(counts[hour]);
        // Two decimals are printed, and the sum of f32 was rounded.
        let bound = 0.005 + 25.0 * UNIT * (roundings(366) + 1.0);
        assert!((mean - exact).abs() <= bound, "{line}, exactly {exact}");
    }
}
