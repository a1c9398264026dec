//! Divisions, and the kernels that they give.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use reduce_macros::CoreGpuType;

use super::*;
use crate::kernel::GroupLanes;
use crate::{Caps, GpuType, Kernels, Monoid, Operator, Reduction, Rows, Seen, gpu, ops};

fn division<O: Operator<Output: GpuType>>(caps: &Caps, places: GroupPlaces, len: u64) -> Division {
    let kernels = Kernels::of::<O>(caps).unwrap();
    let loads = Loads {
        places,
        columns: 4,
        merges: false,
    };
    Folding::of(&kernels).division(&loads, len, 1 << 24)
}

#[test]
fn rows_have_as_many_lanes_as_they_need() {
    let of = |places, len| division::<ops::Sum<f32>>(&Caps::nvidia(), places, len);
    let divided = |loads, packed, sets| Division {
        loads,
        packed,
        sets,
        is_short_run: false,
        inside: None,
    };
    let single = divided(1, None, None);
    assert_eq!(of(GroupPlaces::Shifted, 17), divided(5, None, Some(1)));
    assert_eq!(of(GroupPlaces::Shifted, 16), divided(4, None, Some(1)));
    assert_eq!(of(GroupPlaces::Vectors, 12), divided(3, None, Some(2)));
    for len in [4, 16, 64, 1000, 1024, 4096] {
        assert_eq!(of(GroupPlaces::Vectors, len), single, "{len}");
    }
    // 51 groups of five invocations instead of 32 of eight.
    assert_eq!(of(GroupPlaces::Shifted, 33), divided(2, Some(5), Some(2)));
    assert_eq!(of(GroupPlaces::Vectors, 36), divided(2, Some(5), Some(2)));
    assert_eq!(of(GroupPlaces::Shifted, 129), divided(2, Some(17), Some(2)));
    assert_eq!(of(GroupPlaces::Shifted, 257), divided(2, Some(33), Some(2)));
    assert_eq!(of(GroupPlaces::Vectors, 300), divided(2, Some(38), Some(2)));
    assert_eq!(of(GroupPlaces::Shifted, 320), divided(2, Some(40), Some(2)));
    assert_eq!(of(GroupPlaces::Vectors, 324), single);
    for len in [255, 321, 1025] {
        assert_eq!(of(GroupPlaces::Shifted, len), divided(2, None, Some(4)), "{len}");
    }
    assert_eq!(of(GroupPlaces::Shifted, 8191), divided(1, None, Some(2)));
    // 65 and 94 vectors: 22 and 32 invocations of three, not 33 and 47 of two.
    assert_eq!([65, 94, 64, 63].map(loads_of_any_order), [3, 3, 2, 2]);
    let lanes = GroupLanes {
        slices_log: Some(3),
        packed: Some(5),
        ..GroupLanes::ANY
    };
    assert_eq!(lanes.packed_groups(), Some(51));
}

/// Of sums of bytes, an invocation has three vectors where groups are packed: six invocations for 17 vectors, not nine.
#[test]
fn invocations_that_add_bytes_have_three_vectors() {
    let kernels = |sums: bool| match sums {
        true => Kernels::of::<ops::Mean<u8>>(&Caps::nvidia()).unwrap(),
        false => Kernels::of::<ops::Max<u8>>(&Caps::nvidia()).unwrap(),
    };
    let of = |sums, len| {
        let folding = Folding::of(&kernels(sums));
        let Division { loads, packed, .. } = folding.division(&folding.shifted(len).unwrap(), len as u64, 1 << 24);
        (loads, packed)
    };
    assert_eq!([of(true, 257), of(false, 257)], [(3, Some(6)), (2, Some(9))]);
    // The vectors inside longer rows are read as they lie: 16 invocations have four each.
    assert_eq!([of(true, 1025), of(false, 1025)], [(4, None); 2]);
    // Three invocations would be packed, and four are a power of two.
    assert_eq!([of(true, 100), of(false, 100)], [(2, None); 2]);
}

/// Invocations have four vectors, so that fewer states meet. Of blocks of states, no more take registers at a time than of few states that one invocation combines.
#[test]
fn large_states_are_packed_as_well() {
    let of = |len| {
        division::<(ops::MinMax<f32>, ops::KahanSum<f32>, ops::Sum<f32>)>(&Caps::nvidia(), GroupPlaces::Shifted, len)
    };
    for (len, lanes) in [(33, 3), (129, 9), (257, 17)] {
        assert_eq!((of(len).loads, of(len).packed), (4, Some(lanes)), "{len}");
    }
    assert_eq!((of(17).loads, of(17).packed), (5, None));
    // Eight invocations of four vectors are a power of two, and have two instead: fifteen of them.
    assert_eq!((of(117).loads, of(117).packed), (2, Some(15)));
    assert_eq!((of(1025).packed, of(1025).sets), (None, Some(4)));
    assert_eq!([1, 4, 5].map(packed_parts), [None; 3]);
    assert_eq!([6, 17, 33, 40].map(packed_parts), [Some(2), Some(5), Some(9), Some(10)]);
}

/// Six words of a mean and a deviation are three without the counts, which are known where invocations are packed.
#[test]
fn counts_take_no_room_where_invocations_are_packed() {
    let kernels = Kernels::of::<(ops::Mean<f32>, ops::StdDev<f32>)>(&Caps::nvidia()).unwrap();
    let folding = Folding::of(&kernels);
    assert_eq!((folding.state_bytes, folding.bytes_beside_counts), (24, 12));
    let of = |len| division::<(ops::Mean<f32>, ops::StdDev<f32>)>(&Caps::nvidia(), GroupPlaces::Shifted, len);
    for (len, lanes) in [(33, 5), (129, 17), (257, 33)] {
        assert_eq!((of(len).loads, of(len).packed), (2, Some(lanes)), "{len}");
    }
    assert_eq!((of(17).loads, of(17).packed), (5, None));
    let bytes = |kernels: &Kernels| {
        let folding = Folding::of(kernels);
        folding.bytes_beside_counts
    };
    // A state of counts alone, and one without any, are kept as they are.
    assert_eq!(bytes(&Kernels::of::<ops::Count<f32>>(&Caps::nvidia()).unwrap()), 8);
    assert_eq!(bytes(&Kernels::of::<ops::Sum<f32>>(&Caps::nvidia()).unwrap()), 4);
}

/// The kernels for many rows of so many elements.
fn wgsl<O: Operator<Output: GpuType>>(row: usize) -> String {
    wgsl_of::<O>(row, (1 << 24) / row)
}

/// The kernels for so many rows.
fn wgsl_of<O: Operator<Output: GpuType>>(row: usize, count: usize) -> String {
    let kernels = Kernels::of::<O>(&Caps::nvidia()).unwrap();
    let of_rows = kernels.each(&[row * count], &Rows(row)).unwrap();
    of_rows.iter().map(|kernel| kernel.wgsl().to_owned()).collect()
}

#[test]
fn counts_are_literals_where_they_are_known() {
    type Both = (ops::Mean<f32>, ops::StdDev<f32>);
    // Five invocations of eight elements or one; 32 of eight; 32 of which the last one has seven; 128 of which the first one has nine.
    assert!(wgsl::<Both>(33).contains("counted(workgroup_states[invocation * 5u + 4u], 1u, 1.0f)"));
    assert!(wgsl::<Both>(256).contains("counted(uncounted(left), 4u, 4.0f)"));
    assert!(wgsl::<Both>(255).contains("counted(uncounted(right), 7u, 7.0f)"));
    assert!(wgsl::<Both>(1025).contains("counted(uncounted(left), 9u, 9.0f)"));
    // Full tiles have 32 rows.
    assert!(wgsl::<Both>(100_000).contains("counted(uncounted(folded0), 128u, 128.0f)"));
    // The last of two rows ends in any invocation.
    assert!(!wgsl::<Both>(1500).contains("counted("));
    assert!(!wgsl::<ops::Sum<f32>>(256).contains("counted("));
}

/// So the tests of devices, which run on programs for the CPU, run such kernels: but for rows of 128 invocations, whose states eight lanes of a subgroup do not hold.
#[test]
fn counts_are_known_on_a_program_for_the_cpu_as_well() {
    let caps = Caps::llvmpipe().with(|caps| caps.arithmetic.seen = Some(Seen::AS_ON_THE_CPU));
    let kernels = Kernels::of::<(ops::Mean<f32>, ops::StdDev<f32>)>(&caps).unwrap();
    for row in [33, 255, 256] {
        let of_rows = kernels.each(&[(1 << 22) / row * row], &Rows(row)).unwrap();
        assert!(of_rows[0].wgsl().contains("counted("), "{row}");
    }
}

/// Positions are compared where elements are not in order: of two rows of columns, in the first invocation alone.
#[test]
fn a_single_row_is_folded_in_order() {
    let of = |row| {
        let wgsl = wgsl::<ops::ArgMax<f32>>(row);
        let calls = |name: &str| wgsl.matches(&format!("= {name}(")).count();
        (calls("arg_max_f32_combine"), calls("arg_max_f32_combine_in_order"))
    };
    assert_eq!([of(33).0, of(1024).0], [0; 2]);
    let (anywhere, in_order) = of(2500 * 4);
    assert!(anywhere > 0 && in_order > 0, "{anywhere} and {in_order}");
}

#[test]
fn short_groups_have_a_kernel_for_their_length() {
    assert!(!wgsl::<ops::Variance<f32>>(3).contains("if (column + 1u"));
    assert!(wgsl_of::<ops::Variance<f32>>(3, 1000).contains("if (column + 1u"));
}

#[test]
fn groups_are_packed_where_their_states_find_room() {
    let with = |bytes| Caps::nvidia().with(|caps| caps.max_workgroup_bytes = bytes);
    let sets = |caps: &Caps| {
        let Division { packed, sets, .. } = division::<ops::Sum<f32>>(caps, GroupPlaces::Shifted, 33);
        packed.and(sets)
    };
    assert_eq!(sets(&with(16 << 10)), Some(2));
    assert_eq!(sets(&with(1 << 10)), Some(1));
    assert_eq!(sets(&with(1000)), None);
}

/// The kernel has its invocations as a number, so their division needs no other test than this: each has a vector at least, and none more than four.
#[test]
fn vectors_inside_a_row_are_divided_evenly() {
    let of = |len| {
        let Division {
            inside, loads, sets, ..
        } = division::<ops::ArgMax<f32>>(&Caps::nvidia(), GroupPlaces::Shifted, len);
        inside.map(|log| (1 << log, loads, sets))
    };
    assert_eq!([of(33), of(47), of(4100)], [None; 3]);
    for (len, lanes, loads, sets) in [
        (49, 4, 3, 2),
        (129, 8, 4, 2),
        (255, 16, 4, 2),
        (1025, 64, 4, 2),
        (2049, 128, 4, 2),
        (2300, 256, 3, 2),
        (4097, 256, 4, 2),
    ] {
        assert_eq!(of(len), Some((lanes, loads, Some(sets))), "{len}");
        let vectors = len / 4;
        assert!(
            u64::from(lanes) < vectors && u64::from(lanes * loads) >= vectors,
            "{len}"
        );
    }
    // Of rows that begin where vectors do, those of more than a row of columns; shorter ones are packed, or have a few vectors an invocation.
    let aligned = |len| {
        let loads = Loads {
            places: GroupPlaces::Vectors,
            columns: 4,
            merges: true,
        };
        let kernels = Kernels::of::<ops::ArgMax<f32>>(&Caps::nvidia()).unwrap();
        let Division {
            inside, loads, packed, ..
        } = Folding::of(&kernels).division(&loads, len, 1 << 24);
        (inside, loads, packed)
    };
    assert_eq!([aligned(1500), aligned(3000)], [(Some(7), 3, None), (Some(8), 3, None)]);
    assert_eq!([aligned(1024), aligned(2048)], [(None, 1, None); 2]);
    assert_eq!(
        [aligned(12), aligned(100), aligned(1000)],
        [(None, 3, None), (None, 2, Some(13)), (None, 2, None)]
    );
    // Sums of floats keep their columns.
    assert_eq!(
        division::<ops::Sum<f32>>(&Caps::nvidia(), GroupPlaces::Shifted, 1025).inside,
        None
    );
    let text = wgsl::<ops::ArgMax<f32>>(1025);
    assert!(text.contains("lift_alone(") && !text.contains("by_two"));
    assert!(wgsl::<ops::Mean<u8>>(1025).contains("lift_alone("));
    // A vector has 16 bytes, and as many invocations have one each.
    assert!(!wgsl::<ops::Mean<u8>>(271).contains("lift_alone("));
}

/// Decimal numbers, as a monoid that keeps the order of its digits.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, CoreGpuType)]
#[reduce(crate = crate)]
struct Digits {
    value: u32,
    scale: u32,
}

#[gpu(crate = crate)]
impl Monoid for Digits {
    const COMMUTATIVE: bool = false;
    fn identity() -> Self {
        Self { value: 0, scale: 1 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Self {
            value: a.value.wrapping_mul(b.scale).wrapping_add(b.value),
            scale: a.scale.wrapping_mul(b.scale),
        }
    }
}

#[gpu(crate = crate)]
impl Reduction for Digits {
    type Input = u32;
    type State = Self;
    type Output = Self;
    fn lift(x: u32) -> Self {
        Self { value: x, scale: 10 }
    }
    fn finish(state: Self) -> Self {
        state
    }
}

/// A run of up to eight loads has one invocation; runs of 128 elements are read by lines, and packed if they are no power of two.
#[test]
fn runs_are_divided_by_their_loads() {
    let of = |places, len| {
        let Division {
            loads,
            packed,
            sets,
            is_short_run,
            ..
        } = division::<Digits>(&Caps::nvidia(), places, len);
        (is_short_run, loads, packed, sets)
    };
    assert_eq!(of(GroupPlaces::Vectors, 4), (true, 1, None, None));
    assert_eq!(of(GroupPlaces::Vectors, 8), (true, 2, None, Some(2)));
    assert_eq!(of(GroupPlaces::Shifted, 17), (true, 5, None, Some(1)));
    assert_eq!(of(GroupPlaces::Vectors, 32), (true, 8, None, Some(1)));
    assert_eq!(of(GroupPlaces::Shifted, 33), (false, 1, None, None));
    assert_eq!(of(GroupPlaces::Shifted, 256), (false, 1, None, None));
    assert_eq!(of(GroupPlaces::Shifted, 1025), (false, 1, Some(9), None));
    // The last load of a vector would have elements of another row.
    assert!(!of(GroupPlaces::Vectors, 6).0);
    for row in [33, 64, 256, 1025, 40_000] {
        assert!(wgsl::<Digits>(row).contains("rows_by_lines"), "{row}");
    }
    let short = wgsl::<Digits>(17);
    assert!(short.contains("fold_last(") && !short.contains("rows_by_lines"));
}

/// So the tests of devices run both on a program for the CPU.
#[test]
fn a_program_for_the_cpu_has_such_kernels_as_well() {
    fn text<O: Operator<Output: GpuType>>(row: usize) -> String {
        let kernels = Kernels::of::<O>(&Caps::llvmpipe()).unwrap();
        let of_rows = kernels.each(&[(1 << 22) / row * row], &Rows(row)).unwrap();
        of_rows.iter().map(|kernel| kernel.wgsl().to_owned()).collect()
    }
    assert!(text::<ops::ArgMax<f32>>(1025).contains("lift_alone("));
    assert!(text::<Digits>(1025).contains("rows_by_lines"));
    assert!(text::<Digits>(17).contains("fold_last("));
}
