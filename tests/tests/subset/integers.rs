//! The rows of i32, u32 and usize: all exact.

use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::rows::{Narrow, Row, Rows, Words, any_bits, rows, small};

rows! {
    /// Operations that are defined for all bits.
    AnyBits of Narrow { i j u v n } from any_bits;
    [i & j] signed;
    [i | j] signed;
    [i ^ j] signed;
    [!i] signed;
    [!u] unsigned;
    "i << n" [i << (n % 32)] signed;
    "i >> n" [i >> (n % 32)] signed;
    "u << n" [u << (n % 32)] unsigned;
    "u >> n" [u >> (n % 32)] unsigned;
    [i == j] truth;
    [i < j] truth;
    [u < v] truth;
    [u >= v] truth;
    [i as u32] unsigned;
    [u as i32] signed;
    "i.min(j)" [i.min(j)] signed;
    "i.max(j)" [i.max(j)] signed;
    "u.min(v)" [u.min(v)] unsigned;
    "u.max(v)" [u.max(v)] unsigned;
    "i.clamp(low, high)" [i.clamp(-7, 65_535)] signed;
    "u.clamp(low, high)" [u.clamp(3, 65_535)] unsigned;
    "std::cmp::min(i, j)" [std::cmp::min(i, core::cmp::max(j, 7)) ^ std::cmp::min(3, i) ^ ::core::cmp::min(9, -4)] signed;
    "std::cmp::max(u, v)" [{ let mut k = u; std::cmp::max(k, { k = v; k / 2 }) ^ std::cmp::min(k as usize, 9) as u32 ^ ::std::cmp::max(u as u8, v as u8) as u32 }] unsigned;
}

rows! {
    /// Methods of i32.
    Signed of Narrow { i j u v n } from any_bits;
    [i.signum()] signed;
    [i.is_negative()] truth;
    [i.is_positive()] truth;
    [i.unsigned_abs()] unsigned;
    [i.wrapping_abs()] signed;
    [i.wrapping_neg()] signed;
    [i.wrapping_add(j)] signed;
    [i.wrapping_sub(j)] signed;
    [i.wrapping_mul(j)] signed;
    "i.wrapping_div(j)" [i.wrapping_div(j | 1)] signed;
    "i.wrapping_rem(j)" [i.wrapping_rem(j | 1)] signed;
    [i.wrapping_shl(n)] signed;
    [i.wrapping_shr(n)] signed;
    [i.unbounded_shl(n)] signed;
    [i.unbounded_shr(n)] signed;
    [i.wrapping_pow(n)] signed;
    [i.saturating_add(j)] signed;
    [i.saturating_sub(j)] signed;
    [i.saturating_mul(j)] signed;
    [i.saturating_neg()] signed;
    [i.saturating_abs()] signed;
    [i.abs_diff(j)] unsigned;
    [i.midpoint(j)] signed;
}

rows! {
    /// Methods of i32 on bits.
    SignedBits of Narrow { i j u v n } from any_bits;
    [i.count_ones()] unsigned;
    [i.count_zeros()] unsigned;
    [i.leading_zeros()] unsigned;
    [i.leading_ones()] unsigned;
    [i.trailing_zeros()] unsigned;
    [i.trailing_ones()] unsigned;
    [i.reverse_bits()] signed;
    [i.swap_bytes()] signed;
    [i.rotate_left(n)] signed;
    [i.rotate_right(n)] signed;
    [i.cast_unsigned()] unsigned;
}

rows! {
    /// Methods of u32.
    Unsigned of Narrow { i j u v n } from any_bits;
    [u.wrapping_add(v)] unsigned;
    [u.wrapping_sub(v)] unsigned;
    [u.wrapping_mul(v)] unsigned;
    "u.wrapping_div(v)" [u.wrapping_div(v | 1)] unsigned;
    "u.wrapping_rem(v)" [u.wrapping_rem(v | 1)] unsigned;
    [u.wrapping_neg()] unsigned;
    [u.wrapping_shl(n)] unsigned;
    [u.wrapping_shr(n)] unsigned;
    [u.unbounded_shl(n)] unsigned;
    [u.unbounded_shr(n)] unsigned;
    [u.wrapping_pow(n)] unsigned;
    [u.saturating_add(v)] unsigned;
    [u.saturating_sub(v)] unsigned;
    [u.saturating_mul(v)] unsigned;
    [u.abs_diff(v)] unsigned;
    [u.midpoint(v)] unsigned;
}

rows! {
    /// Methods of u32 on bits.
    UnsignedBits of Narrow { i j u v n } from any_bits;
    [u.count_ones()] unsigned;
    [u.count_zeros()] unsigned;
    [u.leading_zeros()] unsigned;
    [u.leading_ones()] unsigned;
    [u.trailing_zeros()] unsigned;
    [u.trailing_ones()] unsigned;
    [u.reverse_bits()] unsigned;
    [u.swap_bytes()] unsigned;
    [u.rotate_left(n)] unsigned;
    [u.rotate_right(n)] unsigned;
    [u.cast_signed()] signed;
    [u.is_power_of_two()] truth;
    "u.next_power_of_two()" [(u >> 1).next_power_of_two()] unsigned;
    [u.isqrt()] unsigned;
    "i.isqrt()" [(i & i32::MAX).isqrt()] signed;
    "u.ilog2()" [(u | 1).ilog2()] unsigned;
    "i.ilog2()" [(i & i32::MAX | 1).ilog2()] unsigned;
}

rows! {
    /// Divisions and conversions.
    Divisions of Narrow { i j u v n } from any_bits;
    "u.div_ceil(v)" [u.div_ceil(v | 1)] unsigned;
    "u.next_multiple_of(v)" [(u >> 1).next_multiple_of(v >> 1 | 1)] unsigned;
    "u.rem_euclid(v)" [u.rem_euclid(v | 1)] unsigned;
    "u.div_euclid(v)" [u.div_euclid(v | 1)] unsigned;
    "i.rem_euclid(j)" [(i >> 1).rem_euclid(j | 1)] signed;
    "i.div_euclid(j)" [(i >> 1).div_euclid(j | 1)] signed;
    "i32::MIN, u32::MAX" [(i.max(i32::MIN + 1)) as u32 ^ u32::MAX ^ i32::MIN as u32] unsigned;
    [u32::from(i < j)] unsigned;
    [i32::from(i < j)] signed;
    [(i < j) as u32] unsigned;
    [i32::max(i, j)] signed;
}

rows! {
    /// Operations that overflow or divide by zero for other numbers.
    Small of Narrow { i j u v n } from small;
    [i + j] signed;
    [i - j] signed;
    [i * j] signed;
    [i / j] signed;
    [i % j] signed;
    [-i] signed;
    [u + v] unsigned;
    "u - v" [u + 50 - v] unsigned;
    [u * v] unsigned;
    [u / v] unsigned;
    [u % v] unsigned;
    [i.abs()] signed;
    [i.pow(n)] signed;
    [u.pow(n)] unsigned;
    [u as usize] index;
    [i as usize as u32] unsigned;
    [(u as usize + v as usize) as f32] float;
    "s.min(t)" [(u as usize).min(v as usize)] index;
    "s.max(t)" [(u as usize).max(v as usize)] index;
    "s.clamp(low, high)" [(u as usize).clamp(3, 20)] index;
    "s.abs_diff(t)" [(u as usize).abs_diff(v as usize)] index;
    "s.saturating_sub(t)" [(u as usize).saturating_sub(v as usize)] index;
    "s.div_ceil(t)" [(u as usize).div_ceil(v as usize)] index;
    "s.rem_euclid(t)" [(u as usize).rem_euclid(v as usize)] index;
    "s.div_euclid(t)" [(u as usize).div_euclid(v as usize)] index;
    "s.count_ones()" [(u as usize).count_ones()] unsigned;
    "s.ilog2()" [(v as usize).ilog2()] unsigned;
    "s.is_power_of_two()" [(u as usize).is_power_of_two()] truth;
}
