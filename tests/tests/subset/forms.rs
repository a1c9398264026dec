//! Legal forms that once gave another value than Rust, or were refused: no rows of the table of their own.

use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::rows::{Narrow, Row, Rows, Words, rows, small};

rows! {
    /// Order of evaluation and counters.
    Order of Narrow { x y i j u v n } from small;
    "a changed counter" [{ let mut a = 0; for mut k in 0..4u32 { k += 1; a += k; } a + u }] unsigned;
    "a wide range" [{ let mut a = i; for k in (-2_000_000_000..2_000_000_000i32).step_by(1_000_000_000) { a = a.wrapping_mul(3) + k / 1000; } a }] signed;
    "a wide closed range" [{ let mut a = i; for k in (-2_000_000_000..=2_000_000_000i32).step_by(1_000_000_000) { a = a.wrapping_mul(3) + k / 1000; } a }] signed;
    "a wide range backwards" [{ let mut a = i; for k in (-2_000_000_000..=2_000_000_000i32).rev().step_by(1_000_000_000) { a = a.wrapping_mul(3) + k / 1000; } a }] signed;
    "a stride beyond i32" [{ let mut a = i; for k in (-2_000_000_000..2_000_000_000i32).step_by(3_000_000_000) { a = a.wrapping_mul(3) + k / 1000; } a }] signed;
    "an index that changes the array" [{ let mut a = [u, v, n]; a[{ a[0] = 77; 0 }] }] unsigned;
    "an index that changes an index" [{ let mut a = [[u, v], [n, 9]]; let mut k = 0; a[k][{ k = 1; a[0][1] = 5; k }] + k as u32 }] unsigned;
    "a place that changes the value" [{ let mut a = [u, v, n]; let mut b = v; a[{ b += 1; 2 }] = b; a[2] * 3 + b }] unsigned;
    "a place that changes the operand" [{ let mut a = [u, v, n]; let mut b = v; a[{ b += 1; 2 }] += b; a[2] * 3 + b }] unsigned;
}
