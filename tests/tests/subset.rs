//! Every row of the table of the subset: the device computes what Rust computes, or is as near as the row says.
//!
//! Runs on the driver that `cargo xtask test` names in REDUCE_DRIVER.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test reports by panicking"
)]
#![allow(
    clippy::all,
    redundant_semicolons,
    unreachable_patterns,
    unused_assignments,
    unused_parens,
    non_shorthand_field_patterns,
    unused_qualifications,
    unused_variables,
    reason = "the roundabout forms are the cases"
)]

#[path = "subset/as_word.rs"]
mod as_word;
#[path = "subset/floats.rs"]
mod floats;
#[path = "subset/forms.rs"]
mod forms;
#[path = "subset/half_floats.rs"]
mod half_floats;
#[path = "subset/integers.rs"]
mod integers;
#[path = "subset/language.rs"]
mod language;
#[path = "subset/map.rs"]
mod map;
#[path = "subset/narrow.rs"]
mod narrow;
#[path = "subset/options.rs"]
mod options;
#[path = "subset/orders.rs"]
mod orders;
#[path = "subset/ring.rs"]
mod ring;
#[path = "subset/rows.rs"]
mod rows;
#[path = "subset/traits.rs"]
mod traits;
#[path = "subset/vectors.rs"]
mod vectors;
#[path = "subset/wide.rs"]
mod wide;

use bytemuck::{Pod, cast_slice};
use reduce_tests::device::{Driver, adapter, gpu, request};
use reduce_wgpu::{Cpu, Error, NoParameters, Operator};

use crate::map::{map, wgsl};
use crate::rows::{Bound, Row, Rows};

/// Compares every row of a group at every input, and lists the rows that are wrong, each with one input.
fn compare<G: Rows>() {
    let flushes = Driver::of_this_run().flushes_subnormals();
    let (inputs, rows) = (G::inputs(flushes), G::rows());
    let (device, queue) = request(&adapter(), |_, _| ());
    let found = map::<G>(&device, &queue, &inputs);
    let expected: Vec<G::State> = inputs.iter().map(|input| G::lift(*input)).collect();
    let (found, expected): (&[u32], &[u32]) = (cast_slice(&found), cast_slice(&expected));
    assert_eq!(expected.len(), rows.len() * inputs.len());
    let mut wrong = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let words = |all: &[u32], input: usize| all[input * rows.len() + index];
        let differing: Vec<usize> = (0..inputs.len())
            .filter(|&input| {
                !agree(
                    row,
                    &inputs[input],
                    words(found, input),
                    words(expected, input),
                    flushes,
                )
            })
            .collect();
        if let Some(&input) = differing.first() {
            let show = |word: u32| match row.kind {
                "float" => format!("{:?} ({word:#010x})", f32::from_bits(word)),
                _ => format!("{word} ({word:#x})"),
            };
            wrong.push(format!(
                "{}: the device gives {}, Rust {} for {:?}, and {} of {} inputs differ",
                row.name,
                show(words(found, input)),
                show(words(expected, input)),
                inputs[input],
                differing.len(),
                inputs.len()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.join("\n"), wgsl::<G>());
}

/// Whether a row's result on the device is near enough.
fn agree<I: Pod>(row: &Row<I>, input: &I, found: u32, expected: u32, flushes: bool) -> bool {
    if found == expected {
        return true;
    }
    let (device, rust) = (f32::from_bits(found), f32::from_bits(expected));
    // A driver may take a result below the normal range for zero.
    if row.kind == "float" && flushes && rust.abs() <= f32::MIN_POSITIVE && device == 0.0 {
        return true;
    }
    let Some(bound) = row.within else { return false };
    if !rust.is_finite() || device.is_nan() {
        return false;
    }
    // An overflow is a result of 2^128, as far as bounds go.
    let device = if device.is_infinite() {
        f64::from(device.signum()) * 2f64.powi(128)
    } else {
        f64::from(device)
    };
    let ulp = f64::from(f32::from_bits(rust.abs().to_bits() + 1)) - f64::from(rust.abs());
    let room = match bound {
        Bound::Ulps(count) => count * ulp,
        // Rust's own result is rounded.
        Bound::By(of) => of(input, f64::from(rust)) + ulp,
    };
    (device - f64::from(rust)).abs() <= room
}

/// Calls the macro `$callback` with every group that any device runs.
macro_rules! for_groups {
    ($callback:ident) => {
        $callback! {
            floats_of_any_bits: floats::AnyBits,
            signs_of_floats: floats::Signs,
            floats_of_ordinary_size: floats::Ordinary,
            floats_from_minus_one_to_one: floats::Unit,
            floats_above_zero: floats::Positive,
            floats_at_limits: floats::Limits,
            integers_of_any_bits: integers::AnyBits,
            signed: integers::Signed,
            signed_bits: integers::SignedBits,
            unsigned: integers::Unsigned,
            unsigned_bits: integers::UnsignedBits,
            divisions: integers::Divisions,
            small_integers: integers::Small,
            narrow_unsigned: narrow::Unsigned,
            narrow_unsigned_methods: narrow::UnsignedMethods,
            narrow_unsigned_bits: narrow::UnsignedBits,
            narrow_signed: narrow::Signed,
            narrow_signed_methods: narrow::SignedMethods,
            narrow_signed_bits: narrow::SignedBits,
            narrow_casts: narrow::Casts,
            half_float_operators: half_floats::Operators,
            half_float_methods: half_floats::Methods,
            half_float_conversions: half_floats::Conversions,
            types: language::Types,
            statements: language::Statements,
            elements: language::Elements,
            patterns: language::Patterns,
            loops: language::Loops,
            names: language::Names,
            enums: options::Enums,
            options: options::Options,
            changes: options::Changes,
            iterators: options::Iterators,
            orders: orders::Orders,
            float_orders: orders::FloatOrders,
            closures: orders::Closures,
            natural: orders::Natural,
            checked: orders::Checked,
            more: orders::More,
            own_orders: orders::OwnOrders,
            own_traits: traits::OwnTraits,
            vectors: vectors::Floats,
            integer_vectors: vectors::Integers,
        }
    };
}

/// `for_groups` for every group of 64-bit types.
macro_rules! for_wide_groups {
    ($callback:ident) => {
        $callback! {
            wide_floats: wide::Floats,
            bits_of_wide_floats: wide::FloatBits,
            wide_integers: wide::Integers,
            wide_signed: wide::Signed,
            wide_signed_bits: wide::SignedBits,
            wide_unsigned: wide::Unsigned,
            wide_unsigned_bits: wide::UnsignedBits,
            small_wide_integers: wide::Small,
            wide_narrow_casts: wide::Narrowed,
        }
    };
}

macro_rules! each {
    ($($name:ident: $group:ty,)*) => {$(
        #[test]
        fn $name() {
            compare::<$group>();
        }
    )*};
}

macro_rules! each_wide {
    ($($name:ident: $group:ty,)*) => {$(
        #[test]
        fn $name() {
            if Driver::of_this_run().has_64_bits() {
                compare::<$group>();
            } else {
                missing::<$group>();
            }
        }
    )*};
}

/// In the kernels of a reduction the same lifts stand many times: one with loops in its methods, and one with none.
#[test]
fn groups_reduce_to_the_bits_of_the_cpu() {
    reduce::<integers::Signed>();
    reduce::<integers::UnsignedBits>();
}

fn reduce<G: Rows>()
where
    G::Output: Pod,
{
    let inputs = G::inputs(Driver::of_this_run().flushes_subnormals());
    let (device, host) = (
        gpu().reduce::<G>(&inputs).unwrap(),
        Cpu::new().reduce::<G>(&inputs).unwrap(),
    );
    let words = |output| bytemuck::pod_collect_to_vec::<_, u32>(&[output]);
    assert_eq!(words(device), words(host));
}

/// A device without 64-bit types says so.
fn missing<R: Operator<Params: NoParameters>>() {
    match gpu().reducer::<R>() {
        Err(Error::MissingFeature { missing, .. }) => assert!(missing.contains("64-bit"), "{missing}"),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("64-bit types on a device that has none"),
    }
}

for_groups!(each);
each! {
    constants: forms::Constants,
    order: forms::Order,
    refused_before: forms::Refused,
}
for_wide_groups!(each_wide);

/// The first cells of the table, in the spelling of rustc's `stringify!`.
fn cells() -> Vec<String> {
    include_str!("../../reduce-macros/SUBSET.md")
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.replace("\\|", "\u{1}"))
        .map(|line| plain(&line.split('|').nth(1).unwrap_or_default().replace('\u{1}', "|")))
        .collect()
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '`').collect()
}

#[test]
fn every_row_of_the_table_has_a_test_and_every_test_a_row() {
    let mut tested = Vec::new();
    macro_rules! names {
        ($($name:ident: $group:ty,)*) => {
            $(tested.extend(<$group>::rows().iter().map(|row| plain(row.name)));)*
        };
    }
    for_groups!(names);
    for_wide_groups!(names);
    let table = cells();
    let untested: Vec<&String> = table.iter().filter(|cell| !tested.contains(cell)).collect();
    let unlisted: Vec<&String> = tested.iter().filter(|name| !table.contains(name)).collect();
    assert!(
        untested.is_empty() && unlisted.is_empty(),
        "rows without a test: {untested:#?}\ntests without a row: {unlisted:#?}"
    );
}
