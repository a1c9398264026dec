//! Thousands of calls, after which the process holds no more memory than before.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

use std::sync::Mutex;

use reduce_tests::device::{Driver, gpu};
use reduce_tests::inputs::Random;
use reduce_tests::ops::Sum;

/// Both measure the process: one at a time.
static ALONE: Mutex<()> = Mutex::new(());

const MIB: i64 = 1 << 20;

/// Bytes of memory that this process has in use; the drivers allocate theirs from it as well.
fn resident() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    let kib: i64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kib * 1024
}

/// Runs `call` once for each of `rounds`; the second half must not need more memory than the first.
fn keeps_flat(rounds: u32, mut call: impl FnMut(u32)) {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    for round in 0..rounds / 2 {
        call(round);
    }
    let before = resident();
    for round in rounds / 2..rounds {
        call(round);
    }
    let grown = resident() - before;
    assert!(
        grown < 24 * MIB,
        "{rounds} calls, the second half of which took {grown} bytes"
    );
}

/// Ten thousand, or a hundred thousand where `cargo xtask test all` asks for it.
#[test]
fn thousands_of_small_reductions() {
    let rounds = match std::env::var("REDUCE_TESTS") {
        Ok(extent) if extent == "all" => 100_000,
        _ => 10_000,
    };
    let gpu = gpu();
    let data: Vec<u32> = (0..5000).collect();
    let reducer = gpu.reducer::<Sum<u32>>().unwrap();
    let array = gpu.upload(&data).unwrap();
    let mut random = Random(1);
    keeps_flat(rounds, |round| {
        // Slices of any length and now and then the array.
        let len = (random.bits() % 5001) as u32;
        let (sum, expected) = if round % 4 == 0 {
            (reducer.reduce(&array).unwrap(), 4999 * 2500)
        } else {
            let sum = reducer.reduce(&data[..len as usize]).unwrap();
            (sum, len.wrapping_mul(len.wrapping_sub(1)) / 2)
        };
        assert_eq!(sum, expected, "round {round}, {len} elements");
    });
}

#[test]
fn a_thousand_streams() {
    let reducer = gpu().reducer::<Sum<u32>>().unwrap();
    let data: Vec<u32> = (0..70_000).map(|i: u32| i.wrapping_mul(i)).collect();
    let whole = data.iter().fold(0u32, |sum, x| sum.wrapping_add(*x));
    keeps_flat(1000, |_| {
        let mut stream = reducer.stream().unwrap();
        for piece in data.chunks(9999) {
            stream.push(piece).unwrap();
        }
        assert_eq!(stream.finish().unwrap(), whole);
    });
}

#[test]
fn a_long_stream() {
    // 512 MiB in all, through segments of 16.
    let pieces = if Driver::of_this_run() == Driver::Llvmpipe {
        512
    } else {
        128
    };
    let reducer = gpu().reducer::<Sum<u32>>().unwrap();
    let data: Vec<u32> = (0..1 << 18).collect();
    let piece = data.iter().fold(0u32, |sum, x| sum.wrapping_add(*x));
    let mut stream = reducer.stream().unwrap();
    keeps_flat(pieces, |_| stream.push(&data).unwrap());
    assert_eq!(stream.finish().unwrap(), piece.wrapping_mul(pieces));
}
