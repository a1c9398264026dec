//! Every tuned number, with the measurements for it. Nothing outside this file picks one.
//!
//! [`WORKGROUP_SIZE`], [`ROWS`] and [`COLUMN_STATE_BYTES`] are part of the canonical order: a change to one of them changes the
//! bits of float results, on every device alike. The others change the time only.

use std::time::Duration;

/// Invocations of a workgroup. 256 is the most that every WebGPU device offers.
pub(crate) const WORKGROUP_SIZE: u32 = 256;

/// Rows of a tile: loads of one invocation.
///
/// 32 loads of 16 bytes make a tile of 128 KiB. On an H200 the f32 sum of 2^28 elements takes 243 µs beside 240 for CUB
/// and 233 for reading alone in the same run (2026-11-20); Welford's moments, written with `#[gpu]`, 250 beside 288 for CUB.
pub(crate) const ROWS: u32 = 32;

/// The choices of a [`Policy`](crate::Policy) that differ between devices and operators, and the measurements for them.
///
/// The others won wherever they were measured: `subgroups`, `built_ins` and `packed_dot`. `gpu policies` of the benchmarks, on an
/// H200, µs: without subgroups 2^20 f32 take 1.5 more; without built-ins a maximum of 2^18 takes 0.2 more; without dot products
/// 2^27 u8 take 44.5 for 38.9.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    pub(crate) in_flight: u32,
    pub(crate) split_workgroups: u32,
    pub(crate) variable_workgroups: u32,
    /// The card, and when.
    pub(crate) on: &'static str,
}

/// The choices for a device, `software` if it is a program on the CPU, and an operator, `branching` if it has control flow.
pub(crate) const fn measured(software: bool, branching: bool) -> Measured {
    match (software, branching) {
        // Loads in flight, 4 | 8 | 16, at 2^28: f32 maximum 246.7 | 247.3 | 247.0, count/sum/min/max 257.4 | 253.7 | 254.1, arg-max
        // 257.2 | 258.4 | 259.7.
        // Shared and full tiles: 2^16 f32 sum 7.4 and 8.2, arg-max 8.8 and 12.3 (8 and 2 workgroups); 2^20 f32 arg-max 9.4 and
        // 12.5 (128 and 32); 2^22 f32 arg-max 12.2 and 13.2, sum 9.6 and 9.5, count/sum/min/max 12.4 and 11.8 (512 and 128);
        // 2^24 u8 16.5 and 9.5 (2048 and 128).
        // Exact monoids in at most 512 tiles and in canonical ones (2026-11-22): 2^25 arg-max 44.6 and 46.6, maximum 38.9 and 39.2;
        // 2^26 arg-max 76.6 and 79.7, maximum 67.9 and 71.9, u8 (2^28) 68.9 and 73.9; 528 workgroups run at once.
        (false, _) => Measured {
            in_flight: 8,
            split_workgroups: 512,
            variable_workgroups: 512,
            on: "NVIDIA H200, 2026-11-21",
        },
        // Every load in flight is one more copy of the operator in the shader: SwiftShader compiled a Welford with one `if` in
        // 73 s with 8 copies per column, in 0.15 s with one.
        (true, true) => Measured {
            in_flight: 1,
            split_workgroups: 0,
            variable_workgroups: 0,
            on: "SwiftShader, 2026-11-20",
        },
        // f32 sum of 8 000 000: 5.9 ms with 8 loads in flight, 9.0 with one.
        (true, false) => Measured {
            in_flight: 8,
            split_workgroups: 0,
            variable_workgroups: 0,
            on: "llvmpipe, 2026-11-20",
        },
    }
}

/// The factor on the loads in flight of a kernel of full tiles that knows every weight.
///
/// A variance of 2^27 f64 on an H200 (2026-11-23), 8 | 16 | 32 loads in flight, µs: 253.2 | 249.4 | 249.1; of 2^24: 41.3 | 42.5 | 42.1.
pub(crate) const FULL_TIMES_IN_FLIGHT: u32 = 2;

/// Rows of the tiles of an exact monoid for short inputs, and the number of canonical tiles up to which an input is short.
///
/// An H200, µs, split tiles and tiles of 4 rows (2026-11-22): 2^16 f32 maximum 7.5 and 7.1, arg-max 8.7 and 8.2; 2^18 8.7 and 8.2;
/// 2^20 maximum 7.8 and 8.3; 2^20 and 2^22 u8 7.8 and 7.2, 9.4 and 7.9.
pub(crate) const FEW_ROWS: u32 = 4;
pub(crate) const FEW_TILES: u32 = 8;

/// The most rows of a tile of an exact monoid. With 128 at 2^27, on an H200, an arg-max took 149 µs where the canonical tiles took 142.
pub(crate) const MOST_ROWS: u32 = 128;

/// Loads in flight of the kernel that counts in bins, on hardware, and the most elements of those of one invocation: each is a copy of the function that
/// finds a bin.
///
/// An H100, µs, 1 | 4 | 8 | 16 loads in flight, beside `Any`, which reads at the rate of the memory (2026-11-25): 16 bins of 2^28 f32 438 | 418 | 407 |
/// 667 (`Any` 365), 256 bins 681 | 620 | 622 | 960; 100 bins of 2^28 i32 469 | 494 | 525 | 632; 256 bins of 2^28 u8, 16 a load, 519 | 540 | 602 | 782.
pub(crate) const COUNTS_IN_FLIGHT: u32 = 4;
pub(crate) const COUNTED_AT_ONCE: u32 = 16;

/// The most copies of the counts of a workgroup, on hardware.
///
/// 1 | 8 copies of 2^28 f32 on an H100, as multiples of the time of `Any`, which differed from run to run (2026-11-25): elements all over 16 bins 1.13 |
/// 1.15, 256 bins 1.67 | 1.72; all in one of 32 bins 1.74 | 1.14, of 256 bins 1.25 | 1.15. With 32 (of 256 bins 16): 1.72, 1.89, 1.15, 1.24.
pub(crate) const COUNTS_COPIES: u32 = 8;

/// The most workgroups that count, on hardware: each leaves a row of counts to be added up; and the most that count the parts of long groups between offsets.
///
/// 512 | 1024 | 2048 | 4096 of them, 2^28 f32 in one of 32 bins on an H100, µs: 447 | 418 | 403 | 396, of 256 bins 449 | 422 | 410 | 406; 2^24 in 256 bins
/// 64.9 | 65.8 | 65.5 | 71.6 (2026-11-25).
pub(crate) const COUNTS_WORKGROUPS: u32 = 2048;

/// The most rows of a tile of counts. With [`COUNTS_WORKGROUPS`], enough for all elements of a buffer.
pub(crate) const MOST_ROWS_OF_COUNTS: u32 = 512;

/// Bytes of workgroup memory for the counts of groups of one shape: eight groups of 256 bins find room.
///
/// 2^28 f32 in 256 bins, 5 | 10 | 20 KiB, µs on an H200 that takes 242 for a flat sum: rows of 256 1017 | 735 | 957, 256 columns 556 | 466 | 658, 4096 columns 755 | 480 | 659, 65 536 columns
/// 1427 | 729 | 673 (2026-11-28).
pub(crate) const GROUP_COUNTS_BYTES: u32 = 10 << 10;

/// The most counts in workgroup memory where there are several copies of them: each has to be cleared and added up, whatever is counted.
/// Not measured against other values.
pub(crate) const GROUP_COUNTS_OF_COPIES: u32 = 1280;

/// Loads of an invocation that counts a whole short group, at least: fewer invocations have a group where each would have less to do. Not measured against
/// other values.
pub(crate) const COUNTED_LOADS: u64 = 4;

/// The fewest invocations of a short group that is counted, if it has so many loads. Not measured against other values.
pub(crate) const LEAST_COUNTING_LANES: u64 = 4;

/// Elements that a workgroup counts for each count that it leaves to be added up, at least. Not measured against other values.
pub(crate) const ELEMENTS_OF_A_COUNT: u64 = 16;

/// Rounds of an invocation that counts a part of a group on a program on the CPU, which has few cores to share one among, and leaves long loops early (see
/// [`SOFTWARE_ROUNDS`]). Not measured against other values.
pub(crate) const SOFTWARE_ROUNDS_OF_A_PART: u64 = 1024;

/// Bytes of workgroup memory for the counts of groups between offsets: four groups of 256 bins find room.
///
/// 2^28 f32 in 2^20 equal | 2^20 lognormal segments, 256 bins, µs on an H200 that takes 242 to 247 for a flat sum: 2.5 KiB 1192 | 1417, 5 KiB 875 | 1060, 10 KiB 949 | 1119, 20 KiB 1577 | 1768
/// (2026-11-28).
pub(crate) const SEGMENT_COUNTS_BYTES: u32 = 5 << 10;

/// Elements that a workgroup counts of such groups, on average: the shorter these are, the more of them it has.
///
/// In 16 bins, in the run above, 8192 | 16 384 | 32 768: 2^20 equal segments 517 | 506 | 612, lognormal ones 760 | 859 | 1113, with 4096 elements in no list 648 | 634 | – (2026-11-28).
pub(crate) const COUNTED_BY_A_WORKGROUP: u64 = 16 << 10;

/// Elements that it counts of them at most, but for groups of up to so many each; longer groups are listed. Both are multiples of 256: where bits mark groups, lists are made by
/// whole words of these.
///
/// 2^20 lognormal segments in 16 bins, in the run above, each of 512 | 1024 | 4096 | 8192 elements at most: 859 | 737 | 634 | 629. 2^14 of them, of 32 768 | 65 536 and more, with parts of as many:
/// 490 | 525 (2026-11-28).
pub(crate) const MOST_COUNTED_BY_A_WORKGROUP: u64 = 32 << 10;
pub(crate) const LEAST_LISTED_COUNT: u64 = 4096;

/// Elements of a part of such a longer group, which a workgroup counts.
///
/// One segment of 2^28 f32 among 2^20 empty ones in 16 bins, in the run above: 8192 532, 16 384 470; with one load of an invocation at a time, 16 384 494, 65 536 482 (2026-11-28).
pub(crate) const PART_OF_A_COUNT: u64 = 16 << 10;

/// Parts of a group that an invocation adds up, at most. Not measured against other values.
pub(crate) const ADDED_COUNTS: u64 = 64;

/// Loads in flight of the kernel that adds up counts. Not measured against other values.
pub(crate) const TREE_OF_COUNTS_IN_FLIGHT: u32 = 16;

/// Loads of an invocation of the kernel that reads alone.
pub(crate) const READ_IN_FLIGHT: u32 = 4;

/// Workgroups of that kernel: the fastest of these numbers is the peak of a device.
pub const READ_WORKGROUPS: [u32; 4] = [132, 1056, 4224, 16_896];

/// Invocations of a workgroup of the ladder, unless a [`Policy`](crate::Policy) says otherwise or they do not fit the device.
pub(crate) const LADDER_WORKGROUP_SIZE: u32 = 256;

/// Invocations of all workgroups together where they stride over the input: as many as an H200 runs at once, 132 multiprocessors
/// with 2 048 each.
pub(crate) const LADDER_INVOCATIONS: u32 = 132 * 2048;

/// Rounds of a loop on a software driver: llvmpipe leaves a shader's loops after 65 535 of them, without an error (Mesa 22.3.6,
/// 2026-11-22).
pub(crate) const SOFTWARE_ROUNDS: u64 = 1 << 15;

/// Bytes that one invocation loads at once where the input allows it.
pub(crate) const LOAD_BYTES: usize = 16;

/// Register bytes that the column states of an invocation may take: a larger state gets fewer columns per invocation.
///
/// Four states of `Stats` (16 bytes each) fit; 27 floats do not, and take one column per invocation.
pub(crate) const COLUMN_STATE_BYTES: usize = 128;

/// Bytes of a state beyond which a kernel for a program on the CPU has as few copies of the operator as possible: its compiler takes each apart,
/// element by element.
///
/// A histogram of n u32 that `lift` indexes, s to compile and run, with 8 loads in flight and shuffles | with one load and without shuffles | with one
/// path for whole and last tiles as well: llvmpipe, n = 64: 38.9 | 8.4 | 1.6, 128: over 40 | 19.0 | 5.2, 256: over 40 | – | 15.2;
/// SwiftShader, n = 128: 9.2 | 4.3 | –, 256: 17.1 | 11.2 | 3.4, 512: – | 18.2 | 9.6. A loop over the elements instead of one statement each took
/// longer: llvmpipe over 30 for n = 64, SwiftShader 15.4 for 256 (2 cores, busy, 2026-11-23).
pub(crate) const LARGE_STATE_BYTES: usize = 64;

/// Bytes of the largest state that kernels for a program on the CPU take. SwiftShader's compiler crashed on 4 KiB, and on less in an operator by
/// hand, and
/// took 9.6 s for 2; llvmpipe took 15.2 s for 1 (2026-11-23).
pub(crate) const SOFTWARE_STATE_BYTES: usize = 1024;

/// Register bytes of the neighbouring states that an invocation of the tree kernel folds before the invocations meet.
///
/// 32 f32 states, so that 8 192 tiles (2^28 f32) are one more pass. With 32 states of 16 bytes, which an invocation reads one word at a
/// time, that pass took 23.4 µs on an H200, and one more pass takes 3.5 (2026-11-22).
pub(crate) const TREE_STATE_BYTES: usize = 128;

/// Neighbouring states that an invocation of the tree kernel folds where `states` are left and it may fold up to `most`: as few as it takes
/// for one workgroup to fold all of them, or one where it takes several workgroups. Three kernels at most, since each is
/// compiled when it is first needed.
///
/// Launch and kernel on an H200, µs, for 8 192 states of 4, 12 and 16 bytes: runs of 1 5.3, 5.5, 5.7; runs of 8 5.5, 6.5, 9.9; an
/// empty launch takes 4.6 (2026-11-22). So 2^28 elements of count, sum, minimum and maximum take 4 µs less than with runs of 8.
pub(crate) const fn tree_run(states: u64, most: u32) -> u32 {
    let mut run = 1;
    while run < most && states > (run * WORKGROUP_SIZE) as u64 {
        run *= 4;
        if run > 4 {
            run = most;
        }
    }
    if run > most {
        run = most;
    }
    if states > (run * WORKGROUP_SIZE) as u64 { 1 } else { run }
}

/// The runs that [`tree_run`] chooses from.
pub(crate) fn tree_runs(most: u32) -> impl Iterator<Item = u32> {
    [1, 4.min(most), most].into_iter()
}

/// Tiles below which the CPU engine stays on the calling thread: a tile takes some 10 µs, waking a pool about as much.
pub(crate) const SEQUENTIAL_TILES: usize = 4;

/// Elements of groups below which they are folded on the calling thread: those of as many tiles of 4-byte elements.
pub(crate) const SEQUENTIAL_ELEMENTS: usize = SEQUENTIAL_TILES << 15;

/// Pieces into which the CPU engine cuts the tiles of a thread: a thread that is late keeps the others waiting for one of them. 1 GiB of
/// f32 on two threads is cut into pieces of 4 MiB, each of which begins with columns of its own, 12 KiB of an arg-max. The thread that is
/// done first waits for half a piece on average: with pieces of 16 MiB for 0.3 ms of 20.
pub(crate) const PIECES_OF_A_THREAD: usize = 128;

/// Rows that the CPU engine folds into a column at once: the columns are loaded and stored once for all of them.
///
/// 256 MiB of f32 on two cores of a Xeon, ms for sum, max, stats: one row 11.7, 12.7, 19.7; four 11.3, 12.6, 17.2 (2026-11-21). With the
/// prefetches below, on one core of an EPYC (Genoa), for sum, max, variance, stats: four 14.2, 13.9, 15.1, 16.4; eight 12.0, 12.1, 13.7, 15.8
/// (2026-11-22; reading alone 9.2 to 11.9).
pub(crate) const SEVERAL_ROWS: usize = 8;

/// Prefetch distances of the CPU engine in rows, into the second cache: each element is prefetched three times.
///
/// The processor's own prefetching follows eight rows at a time badly, and it seems to drop requests while many are on their way, the more
/// the faster the loop is: asking again helps, and asking further ahead does not. Loops by hand on two cores of an EPYC (Genoa), parts of
/// the read rate while 1 GiB takes 20 ms, for a maximum, an arg-max and a variance: asked once 0.82, 0.82, 0.84; twice 0.81, 0.94, 0.97;
/// three times 0.93, 0.97, 0.96. In the order of memory instead of that of the loop, three times: 0.84, 0.96, 0.83. 64, 32 and 16 rows
/// ahead and four requests were within the noise. Into the first cache, or past the caches, elements came later than without
/// (2026-11-22).
pub(crate) const ROWS_AHEAD: [usize; 3] = [24, 16, 8];

/// The fewest columns between two such requests, which are a cache line apart: many at once make the rest wait, and are dropped. One core,
/// 256 MiB, ms for max, variance, arg-max: 256 columns 18.1, 18.9, 21.5; 64 columns 14.8, 15.8, 18.7. Two cores, parts of the read rate:
/// 32 columns 0.88, 0.74, 0.80; 16 columns 0.94, 0.77, 0.85 (2026-11-22). 16 numbers of 32 bits fill the widest vector.
pub(crate) const LEAST_CHUNK: usize = 16;

/// Bytes of the largest state that the CPU engine folds in strips. 256 columns of it take 128 KiB, which is moved through
/// the stack; 4 KiB states overflowed it. Larger states gain nothing from SIMD over columns: they leave the cache.
pub(crate) const STRIP_STATE_BYTES: usize = 512;

/// Bytes handed to a queue at a time when data goes to a GPU, so that staging memory stays bounded.
pub const UPLOAD_BYTES: usize = 32 << 20;

/// The time for which a wait for a hardware GPU polls before it sleeps.
///
/// Sleeping costs some 25 µs more on an H200: 75 µs beside 50 for a sum of 2^20 f32, on the host's clock (2026-11-21).
pub const SPIN: Duration = Duration::from_micros(300);

/// Bytes that one thread copies to staging memory; more is copied by several at once.
pub const COPY_BYTES: usize = 1 << 20;

/// The most threads that copy to staging memory.
///
/// 16 MiB in pieces of 1 MiB beside an H200, with 16 cores, GB/s: 1 thread 9, 2 threads 18, 4 threads 30, 6 threads 38, 8 threads 40, 12
/// threads 35, 16 threads 26, with the time that it takes to start them (2026-11-23).
pub const COPY_THREADS: usize = 8;

/// Bytes of the elements that a stream gives to a GPU at a time; it has two of these in host memory and one on the device.
pub(crate) const STREAM_BYTES: u64 = 16 << 20;

/// Bytes of buffers that a GPU keeps for its next calls; buffers beyond that go back to the driver.
///
/// Covers the scratch of any input, the staged input of slices up to 256 Mi f32, and a sort of 2^25 keys: with 256 MiB its buffers were made anew in each call, which then
/// took 11 to 17 ms on an H100 for 1 ms of passes (2026-11-26).
/// Runs of two of 2^28 keys are found and reduced in 1.05 GiB of them: beyond the limit two buffers of 512 MiB were made anew in each call, and the first pass behind that took 368 instead of 269 µs
/// on an H200 (2026-11-27).
pub const POOL_BYTES: u64 = 3 << 29;

/// Tiles of a group from which on the CPU's threads share it; shorter groups are reduced side by side.
pub(crate) const TILES_OF_A_LONG_GROUP: usize = 64;

/// Groups for each thread of the CPU from which on there is enough work without sharing a group.
pub(crate) const PIECES_OF_GROUPS: usize = 8;

/// The most groups that a thread of the CPU reduces before it hands on their states.
pub(crate) const GROUPS_OF_A_BATCH: usize = 4096;

/// Offsets that a task of the CPU checks, or searches for the longest group. Not measured against other values.
pub(crate) const OFFSETS_OF_A_TASK: usize = 1 << 16;

/// Keys that lie in a range of so many times their number are counted instead of sorted.
pub(crate) const COUNTED_KEYS: u64 = 4;

/// Elements from which on the CPU copies those of one key side by side, if keys are [counted](COUNTED_KEYS): few are listed. Not measured against other values.
pub(crate) const NUMBERED_KEYS: usize = 1 << 14;

/// Elements that the CPU puts in the order of their buckets at a time, whose lists the allocator keeps for the next ones. 2^26 f32 of 2, 16, 256, 4096 and 2^20 keys on two cores of an EPYC, ms, by
/// 1024 buckets at most: 2^16 elements 477, 298, 262, 585, 637; 2^14 264, 153, 144, 377, 410 (2026-11-27).
pub(crate) const KEYS_OF_A_CHUNK: usize = 1 << 14;

/// Elements for each thread that the CPU puts in the order of their keys before it folds the tiles that are full then, and the widest range of keys for which it does so.
///
/// Each element copied to its bucket and to its key | by waves of 2^21, 2^19, 2^17: 2^26 f32 of 2 keys on two cores of a Xeon, ms, 135 to 169 | 112, 139, 96 to 120, of 16 keys 130 to 150 |
/// 161, 177, 112 to 138, of 256 130 | 224, 174, 162: each wave has few elements of a key then (2026-11-29). Limits other than eight keys were not measured.
pub(crate) const KEYS_OF_A_WAVE: usize = 1 << 17;
pub(crate) const KEYS_WITH_WAVES: usize = 8;

/// Up to so many buckets, of elements of so many bytes at most, are filled by a look at all elements for each: a counter in memory takes five cycles for each of several equal keys. Not measured against other values.
pub(crate) const SELECTED_BUCKETS: usize = 4;
pub(crate) const SELECTED_BYTES: usize = 8;

/// Up to so many keys have a bucket each on the CPU; more share at most [so many](BUCKETS_OF_KEYS). Many buckets are short in each [chunk](KEYS_OF_A_CHUNK), and each is copied on its own.
///
/// 2^26 f32 of 256, 1000, 4096, 65 536 and 2^20 keys on two cores of a Xeon, ms: at most 1024 buckets 168, –, 485, 498, 530; 512 183, 398, 372, 391, 446; 256 183, 323, 319, 328, 397;
/// 128 319, 300, 296, 311, 389; 64 297, 267, 277, 320, 418 (2026-11-28).
pub(crate) const KEYS_WITH_BUCKETS: usize = 1 << 8;
pub(crate) const BUCKETS_OF_KEYS: usize = 1 << 7;

/// Keys that the CPU compares before it looks which of them differ. Not measured against other values.
pub(crate) const RUN_CHUNK: usize = 32;

/// Keys in host memory from which on a device sorts them, in four round trips. Not measured against other values.
pub(crate) const SORTED_BY_DEVICES: usize = 1 << 15;

/// Keys of a task of the CPU: it finds where runs begin, or the ranks of keys. Not measured against other values.
pub(crate) const KEYS_OF_A_TASK: usize = 1 << 14;

/// Groups side by side in memory are folded one to a lane if there are so many of them, and if the elements of each lie apart or are at most so many.
/// Rows of 33 f32 took 56 ms by lanes and 83 by blocks (2^26 on two cores of an EPYC, 2026-11-27); since then such rows that follow one another are folded by pieces or blocks.
pub(crate) const LEAST_LANES: usize = 16;
pub(crate) const SHORT_GROUP: usize = 64;

/// Elements of a row of no power of two from which on the CPU folds it by pieces that are, if there are [few](MOST_PIECES). Other rows are folded by [blocks](STATES_OF_A_BLOCK), from
/// [so many](LEAST_BLOCKED_ROW) elements on.
///
/// 2^26 f32 on two cores of a Xeon, ms, pieces | blocks: rows of 9 40 | 48, 10 45 | 44, 13 42 | 36, 15 – | 32, 17 19 | 33, 31 34 | 22, 33 17 | 21, 63 26 | 18, 100 16 | 18, 255 20 | 14, 1000 18 | 13,
/// 1023 19 | 13 (2026-11-28).
pub(crate) const LEAST_PIECES: usize = 16;

/// The most pieces of such a row.
pub(crate) const MOST_PIECES: u32 = 3;

/// Elements of a row of no power of two from which on it is folded by blocks, and not by lanes: rows of 9 and 10 took 40 and 45 ms by pieces or blocks, and those of 7 45 by lanes, in the run above.
pub(crate) const LEAST_BLOCKED_ROW: usize = 10;

/// Elements of rows that are read piece by piece before the next ones are: 16 KiB of f32. All rows of a batch piece by piece took as long.
pub(crate) const ELEMENTS_OF_A_BLOCK: usize = 1 << 12;

/// Rows whose pieces of one element are lifted together: a divisor of a strip.
///
/// 2^26 f32 on two cores of a Xeon, ms, the least of six runs, sums of rows of 17 | 33: lifted elements stored before neighbours are combined 20.4 | 16.5, pairs stored 20.3 | 16.8,
/// and single elements of sixteen rows at a time 18.4 | 15.3. Of the read rate right before, on average 0.52 | 0.64, 0.57 | 0.71, 0.59 | 0.75 (2026-11-30).
pub(crate) const ROWS_OF_ONES: usize = 16;

/// States of a block of a short group, and the most states of which the tree is folded on its own instead. Blocks of 4 for tiny groups took as long; without the second number, rows of 17, 31 and 33 f32 took
/// 56, 33 and 35 ms, and 33, 20 and 21 with 3; 4 changed nothing for these. Parts of blocks of up to so many states are stored as so many (2^26 on two cores of a Xeon, 2026-11-28).
pub(crate) const STATES_OF_A_BLOCK: usize = 16;
pub(crate) const STATES_WITHOUT_BLOCKS: usize = 4;

/// Groups that are listed at once before they are folded, so that the list stays in the first cache. Not measured against other values.
pub(crate) const GROUPS_AT_ONCE: usize = 128;

/// The largest state, in bytes, of which a lane of the CPU keeps one for each level of a tree: twenty strips of 32 bytes are 160 KiB.
pub(crate) const ACROSS_STATE_BYTES: usize = 32;

/// Elements of short groups that a thread of the CPU folds before it hands on their results: 256 KiB of f32. Batches of 2^14 elements of segments took 3 ms longer for 2^26 f32 on two cores (2026-11-28).
pub(crate) const ELEMENTS_OF_A_BATCH: usize = 1 << 16;

/// Elements that lie between what the CPU folds of short groups and what it prefetches: the processor's own prefetching ends with each page.
///
/// Rows of 1024 f32 on two cores of an EPYC, parts of the read rate for sum, mean, variance, stats, arg-max: without 0.90, 0.56, 0.56, 0.41, 0.45; a line of each
/// strip, 4096 elements ahead 0.83, 0.57, 0.57, 0.47, 0.48, 1024 ahead 0.93, 0.61, 0.60, 0.48, 0.50; all lines, 4096 ahead 0.67, 0.74, 0.73, 0.64, 0.64, 1024 ahead 0.93,
/// 0.70, 0.71, 0.60, 0.65 (2026-11-27). A line with each vector of columns, as in the loop over rows, left no vectors.
pub(crate) const SHORT_AHEAD: usize = 1 << 10;

/// Strips that lie between what the CPU folds of a wide tile and what it prefetches. Not measured against other values.
pub(crate) const STRIPS_AHEAD: usize = 4;

/// Pieces for each thread of the CPU, at least, that strips of neighbouring groups are cut into. Not measured against other values.
pub(crate) const PIECES_ACROSS: usize = 2;

/// Strips of neighbouring groups that a thread of the CPU folds together, which makes the pieces of a row that it reads longer. With 4 and 16 of them, 2^26 f32 in 2^20 columns
/// took 18.9 and 16.8 ms (2026-11-27).
pub(crate) const STRIPS_ACROSS: usize = 8;

/// The most columns that lie side by side of which the CPU folds tiles in the order of memory, unless the elements of all of them are few: of more, each has a lane. The most states that it keeps at once of such
/// tiles, the fewest to which a piece of a tile is cut where threads would have none, and the fewest elements of a column in such a piece, for which a state is stored.
///
/// 2^26 f32 on sixteen cores of a Xeon, ms: 255, 256, 1024 and 1025 columns with 2^15 states 2.1, 2.4, 2.9, 3.5; with more, where all are cut into pieces of 2^16 for the threads, 2.8, 3.2, 3.2, 2.9 and in another run 2.2, 2.3, 3.2, 3.0; whole tiles, or a lane each if there were fewer
/// tiles than threads, 7.3, 4.9, 4.4, 24. 4096 and 16 384 columns 4.3 and 14, by a lane each 2.9 and 2.6 (2026-11-28). The last two numbers were not measured against other values.
pub(crate) const WIDEST_COLUMNS: usize = 1 << 11;
pub(crate) const LANES_OF_A_PIECE: usize = 1 << 17;
pub(crate) const LEAST_LANES_OF_A_PIECE: usize = 1 << 13;
pub(crate) const LEAST_ELEMENTS_OF_A_PIECE: usize = 64;

/// Elements of an array that are copied into their order at a time, before their bytes are taken: few enough for the cache. Not measured against other
/// values.
#[cfg(feature = "ndarray")]
pub(crate) const GATHERED: usize = 4096;

/// Vectors of a run that as many neighbouring invocations read together: a line of 128 bytes.
///
/// Affine maps in order, 2^22, 2^24, 2^25 and 2^28 f32 on H200s, µs, each run by its own invocation | by lines: 12.7, 32.9, 59.5, 373 | 13.8, 27.4, 46.7, 256 (2026-12-01).
pub(crate) const LINE_VECTORS: u32 = 8;

/// The most loads of a group that keeps the order of its elements and that one invocation folds, all of which it issues together.
///
/// Affine maps in order, 2^28 f32 in rows of 3, 4, 16 and 17 on H200s, µs, by a loop over any number of loads | all at once, with several sets of groups: 567, 550, 298, 303 | 425, 427, 283, 283
/// (2026-12-01).
pub(crate) const RUN_LOADS: u32 = 8;

/// The fewest vectors of a group of a monoid whose elements may be folded in any order, for them to be read as they lie in memory, and the most of an invocation: of one group, and of all sets.
/// Each of at least as many invocations as a vector has elements has one, so a group of packed elements needs more.
///
/// Arg-max of 2^28 f32 in rows of 49, 65, 129, 255, 1025 and 4097 on H200s, µs, two vectors made one by one | up to four vectors as they lie, and eight in all sets: 326, 314, 300, 283, 327, 314 |
/// 310, 293, 272, 261, 265, 264; of 33, eight vectors, 326 | 341. Two of 255, 1025 and 2049, and eight in all: 282, 277, 276; four in all: 300, 292, 284. Eight, and eight in all: 277, 265, 266 (of 2049);
/// sixteen in all: 272, 251, 254. Maxima of 2^27 u8 in rows of 1025 and 4097: 46.4, 49.4 | 38.3, 36.7; eight 38.4, 37.1. Of 2^28 f16 in rows of 257 and 1025: 165, 220 | 136, 127. Means of 2^28 u8, whose counts no such kernel
/// knows, in rows of 1025, 2049 and 4097: 72.2, 85.5, 80.4 | 70.3, 68.5, 67.7 (2026-12-01).
///
/// Rows that begin where vectors do, arg-max of 2^28 f32 in rows of 36, 100, 300, 768, 1000, 1500 and 3000, µs, one vector of each invocation | several, packed if that is possible | so: 409, 324, 394, 341, 315,
/// 291, 275 | 269, 276, 273, 255, 262, 290, 276 | 309, 292, 301, 260, 261, 268, 268. So only those of more than a row of columns are (2026-12-01).
pub(crate) const LEAST_INSIDE: u32 = 12;
pub(crate) const INSIDE_VECTORS: u32 = 4;
pub(crate) const INSIDE_LOADS: u32 = 8;

/// Loads of an invocation of the kernels of groups that are issued before the first is used.
pub(crate) const GROUP_ROWS_IN_FLIGHT: u32 = 8;

/// Such loads of an invocation that folds a listed group, which may begin between two vectors.
///
/// Sums of 2^20 lognormal segments of 2^28 f32, µs on an H200: two 327, four 327, eight 334 to 344; where the next row of a list is read ahead, one 337, two 324, four 324, and with
/// every segment of more than one row in the lists, one 361, two 325, four 339. Where whole vectors are loaded and the columns move, two 325, four 330, eight 366; the least and the greatest, two 385, four 413.
/// Variances of 2^14 such segments, two 506, four 527, eight 631 (2026-11-29).
pub(crate) const LISTED_ROWS_IN_FLIGHT: u32 = 2;

/// Groups side by side in memory that neighbouring invocations fold, at least, where there are so many. 64, 16 and 8 of them
/// with 16 columns each and four sets: 2^28 f32 in 1024 columns 372, 400, 446 µs, in 65 536 364, 439, 600 (H100, 2026-11-27).
pub(crate) const GROUPS_ACROSS: usize = 64;

/// The most columns of an invocation whose neighbours have neighbouring groups.
pub(crate) const GROUP_COLUMNS_ACROSS: u32 = 8;

/// The most columns of such an invocation where a group has one row of columns, or where there are fewer than [`GROUPS_ACROSS`] groups side by side: an
/// invocation that folds more of them leaves fewer states, and more invocations have elements.
///
/// 2^28 f32 in 2^18, 2^20 and 2^22 columns, µs on an H100, where a flat sum takes 355: 8 columns and eight sets 403, 405, 405; 16 and four 390, 394, 376;
/// 32 and two 372, 378, 374; 32 and one 377, 381, 377. In 33 columns 457, 410, 393, 393. In 64, 4096, 255 and 4097 columns, which have more rows and
/// invocations enough, 8 columns take 356, 356, 389, 387, and 32 take 377, 372, 413, 426. With 32 groups side by side instead of 64 the best of these took
/// 376, 378, 375, with 16 399, 402, 376 (2026-11-27).
pub(crate) const GROUP_COLUMNS_OF_FEW: u32 = 32;

/// The fewest elements of a load of 16 bytes that is shared among neighbouring groups where these take turns, as the channels of an image do: of wider
/// elements, an invocation loads one of its own group. Not measured against other values.
pub(crate) const LEAST_INTERLEAVED: u32 = 8;

/// The most vectors of such an invocation, and the most groups: three bytes of a colour take turns in three vectors. Not measured against other values.
pub(crate) const MOST_VECTORS: u32 = 3;
pub(crate) const MOST_INTERLEAVED: usize = 16;

/// Register bytes that the states of such an invocation may take, of which there are no more than [`GROUP_COLUMNS_OF_FEW`]: more than [`COLUMN_STATE_BYTES`], as the alternative reads elements one by one. Not measured
/// against other values.
pub(crate) const INTERLEAVED_STATE_BYTES: usize = 256;

/// The most columns of an invocation that loads elements one by one while its neighbours have neighbouring columns.
pub(crate) const GROUP_COLUMNS_ALONG: u32 = 4;

/// Sets of short groups that a workgroup folds, and the workgroups from which on it does: fewer keep more of a device busy.
///
/// 2^28 f32 in rows of 4, 16, 64, 256 and 1024, µs on an H100, where a flat sum takes 355: four sets 482, 436, 434, 443, 440; eight 436, 381, 365, 354,
/// 348 (2026-11-26). While every set had its own shuffles, Welford's moments of rows of 64, 256 and 1024 took 516, 706 and 592; with lanes that exchange
/// sets 380, 369 and 363 (2026-11-27).
///
/// A driver for the CPU takes between 29 % less and 13 % more with sets: 4.3 million f32 in rows of 4, 64, 1000, 1025, from 4096 workgroups on | from 1024, ms: llvmpipe 48, 20, 28, 50 |
/// 36, 19, 28, 39; SwiftShader 301, 469, 833, 2272 | 315, 475, 944, 1850 (2026-11-28). Tests of such kernels need a quarter of the elements.
const GROUP_SETS: u32 = 8;
pub(crate) const fn many_group_workgroups(software: bool) -> u64 {
    if software { 1024 } else { 4096 }
}

/// Elements of an invocation up to which a kernel for groups of one length has them one by one: those of an invocation in a tile of 4-byte elements. It loads no row in
/// vain, and a compiler knows how many elements each column has, so that it need not divide by their number.
///
/// Loops over any number of rows | one by one, µs for 2^28 f32 on an H100: sums of rows of 1025 and 4096 455, 404 | 367, 343; Welford's moments of rows of
/// 4096, 16 384 and 2^20 857, 476, 468 | 352, 353, 363 (2026-11-27).
pub(crate) const FOLDS_OF_A_KERNEL: u32 = 128;

/// Sets of groups of so many rows, each of which an invocation reads by so many loads: with eight rows in flight, if there are no more, and 64 loads.
pub(crate) const fn sets_of(rows: u32, loads: u32) -> u32 {
    let most = if rows < GROUP_SETS { GROUP_SETS / rows } else { 1 };
    let room = if loads < 64 { 64 / loads } else { 1 };
    1 << (if most < room { most } else { room }).ilog2()
}

/// Bytes of a state above which fewer states are held, or exchanged, at a time.
pub(crate) const FEW_STATE_BYTES: usize = 16;

/// Sets of groups of such states where elements are read one by one.
///
/// Eight | four | two sets, 2^28 f32 in rows of 3 on an H200, µs: mean and deviation, 24 bytes, 616 | 554 | 566; statistics, 16 bytes, 721 | 810 | 881, Welford's moments, 12 bytes,
/// 558 | 541 | 597 (2026-11-30).
pub(crate) const SETS_OF_LARGE: u32 = 4;

/// Vectors of a row up to which an invocation has the whole row, if they are no power of two or rows begin between them.
///
/// 2^28 f32 in rows of 17 | 33 | 255, each of which begins anywhere, µs on an H200 that takes 246 for a flat sum. One vector an invocation and eight, four, two, one sets: 390,
/// 340, 361, 485 | 388, 347, 380, 516 | 271, 257, 250, –. Two and four, two, one: 322, 294, 320 | 348, 303, 332 | 256, 245, 243. Four: 405 | 406 | 321. All: 272 | 452 | –; eight of 33
/// and 255 645 and 577, for each load of a subgroup touches a line for every lane then. By the text of the kernel for 33: five invocations of two vectors side by side,
/// 30 of 32 lanes, and four, three, two, one sets 282, 269, 282, 317; nine of one vector 327 to 385; three of four 345. Where lanes packed are no more groups: rows of 129, seventeen lanes or
/// thirty-two, 324 | 294, Welford's moments 1090 | 810. Rows that begin where vectors do, of 20: five vectors an invocation and eight sets, or one, or two vectors 291, 281 | 262, Welford 324, 317 | 450; of 100 and 1000, two vectors an
/// invocation without packing or one 330 | 254, 296 | 241 (2026-11-27).
pub(crate) const VECTORS_OF_A_LANE: u32 = 5;

/// Loads of all sets of groups that an invocation issues together where it has the whole row. Measured above.
pub(crate) const NEIGHBOURING_VECTORS: u32 = 6;

/// Sets of groups of a workgroup where rows begin between vectors, and of how many of them the loads are issued together: each takes the registers of two vectors.
///
/// 2^28 f32, µs on H200s that take 242 to 247 for a flat sum, sets and how many at a time, 1, 1 | 2, 2 | 4, 4 | 4, 1 | 8, 1 | 8, 8: Welford's moments of rows of 255 494 | 366 |
/// 351 | 311 | 314 | 405, of 1025 (one vector of each row) 954 | 585 | 497 | 437 | 486 | 612, arg-max of 255 411 | 377 | 377 | 311 | 309 | 426, sums of 255 247 | 247 | 252 | 244 | 247 | 267
/// (2026-11-28). Mean and deviation, states of 24 bytes, of 1025 by two vectors of each row: two sets 387, four 371; with the steps that all invocations share in front of the branches
/// (`own_tree.rs`) 381 and 352 (2026-11-30).
///
/// With more than 64 elements of an invocation in all sets, the driver compiles the kernel in one of two ways, by chance: Welford's moments of rows of 4095 and 4097 in four sets took
/// 280 and 297, and 1242 and 1224 after its cache was cleared, on the same card.
pub(crate) const SHIFTED_SETS: u32 = 4;
pub(crate) const FOLDS_OF_SHIFTED_SETS: u64 = 64;
pub(crate) const SHIFTED_SETS_IN_FLIGHT: u32 = 1;

/// The most rows of columns of a group of which an invocation has two neighbouring vectors where they begin between vectors.
///
/// One vector | two, µs on an H200, four sets: sums of rows of 1025 266 | 243, statistics of four fields 359 | 313, arg-max 413 | 378; of five rows, Welford's moments
/// 293 | 1237, perhaps by the chance that [`SHIFTED_SETS`] tells of (2026-11-28).
pub(crate) const ROWS_OF_TWO_LOADS: u64 = 4;

/// The most invocations of a group, of two to four vectors each, that lie side by side whatever their number; their states meet in workgroup memory. The sets of groups
/// of such a workgroup, the bytes that they may take there, as many as every WebGPU device has, and the most bytes of the states that one invocation combines.
///
/// Before, groups of five invocations were packed into subgroups, where they met by shuffles, and those of seventeen had 32: rows of 33 f32 on an H200, µs: Welford's moments 432,
/// arg-max 396; of 129 508, 542. One set from workgroup memory 315, 367; 427, 331. One | two | three sets on an H100 that takes 356 for a flat sum: sums of rows of 33 366 | 369 | 371,
/// Welford's moments 385 | 388 | 403, of 129 449 | 415 | 433, arg-max of 33 398 | 381 | 398. Mean and deviation of rows of 129, seventeen states of 24 bytes, have no registers: 984 | 728 | 730
/// (2026-11-28). All of these with one invocation for all states of a group, and groups of at most twenty. Two stages, one | two | three sets: Welford's moments of rows of 100
/// 308 | 313 | 323, of 257 427 | 348 | 346, arg-max of 129 335 | 307 | 310, of 257 359 | 319 | 322.
pub(crate) const MOST_PACKED: u32 = 40;
pub(crate) const PACKED_SETS: u32 = 2;
pub(crate) const PACKED_STATES_BYTES: usize = 16 << 10;
pub(crate) const PACKED_TREE_BYTES: usize = 272;

/// The vectors of each of these invocations where dot products add the bytes of a load.
///
/// Two | three | five, 2^28 u8 on an H200, µs: means of rows of 129, 257 and 1025 88, 84, 82 | 80, 79, 74 | 95, 87, 76, sums of 2^27 in rows of 257 and 1025 40, 38 | 40, 38 | 43, 42; maxima,
/// whose bytes are unpacked one by one, have two: 46, 46 | 50, 48 | 61, 53 (2026-11-29).
pub(crate) const PACKED_LOADS_OF_SUMS: u32 = 3;

/// The vectors of each of these invocations where states are larger than [`FEW_STATE_BYTES`]: fewer of them meet then. A power of two, so that those of an invocation are a node of the tree.
///
/// Two | four, 2^28 f32 on an H200 that takes 247 for a flat sum, µs, rows of 33, 100, 129 and 257: mean and deviation, 24 bytes, 408, 371, 383, 415 | 370, 321, 350, 347; statistics,
/// 16 bytes, 320, 290, 290, 301 | 373, 274, 344, 326; Welford's moments, 12 bytes, 301, 300, 283, 340 | 345, 274, 339, 324; arg-max 339, 303, 309, 321 | 367, 303, 330, 322 (2026-11-30).
pub(crate) const PACKED_LOADS_OF_LARGE: u32 = 4;

/// The most states of such a group that one invocation combines alone; of more, some invocations combine a block each before.
///
/// 2^28 f32 on an H200, µs, rows of up to twenty invocations by one of them, or of more by shuffles or by trees of all lanes | in two stages: statistics of four fields of rows of 100, 129 and
/// 257 309, 351, 363 | 290, 289, 301, Welford's moments 352, 351, 384 | 313, 287, 348, mean and deviation 364, 537, 447 | 387, 388, 427, arg-max 301, 293, 419 | 300, 307, 319; sums of
/// 2^27 u8 in rows of 257 and 1025 46, 57 | 40, 39, maxima 65, 66 | 47, 46 (2026-11-28).
pub(crate) const PACKED_ALONE: u32 = 5;

/// The neighbouring states of such a block: a power of two, so that it is a node of the tree.
///
/// 2 | 4 | 8 of them, in the run above: Welford's moments of rows of 100 307 | 313 | 331, of 129 323 | 287 | 317, of 257 402 | 348 | 334, arg-max of 257 320 | 319 | 318.
pub(crate) const PACKED_RUN: u32 = 4;

/// The blocks of a group of so many states, if some invocations combine them before one combines what they leave.
pub(crate) const fn packed_parts(states: u32) -> Option<u32> {
    if states > PACKED_ALONE {
        Some(states.div_ceil(PACKED_RUN))
    } else {
        None
    }
}

/// The most vectors of an invocation where any order of elements gives the same bits, so that it has as many as leave the fewest lanes without elements.
///
/// 2^28 u8 in rows of 1025 and 1500, of up to two vectors | three | five, µs on an H200 that takes 247 for a flat sum of 2^28 f32: means 100, 93 | 94, 79 | 90, 79; of 2^27 in
/// rows of 1025, sums 45 | 42 | 45, maxima, whose elements are unpacked one by one, 55 | 62 | 64 (2026-11-28).
pub(crate) const LOADS_OF_ANY_ORDER: u32 = 3;

/// Bytes of the states of an invocation that has several vectors of a row, one for each. Not measured against other values.
pub(crate) const NEIGHBOURING_STATE_BYTES: usize = 64;

/// Bytes of those of one that has a whole row of one row of columns, or [`PACKED_LOADS_OF_LARGE`].
///
/// Mean and deviation of rows of 17, 24 bytes for each of five vectors, µs on an H200: three invocations of two vectors 452, one of five 284 (2026-11-30).
pub(crate) const WHOLE_ROW_STATE_BYTES: usize = 120;

/// The part of a buffer that the elements of interleaved groups may have which are cut between tiles: the fewer they are, the fewer batches cross from one buffer into the
/// next, and have to be copied. Not measured against other values.
pub(crate) const PART_OF_THE_ROOM: usize = 8;

/// Runs of elements up to which copies put those of a batch side by side; a kernel gathers more. 72 000 copies, for the columns of 2^30 f32 in 30 000 columns, took about 0.36 s with an H200 (2026-11-28);
/// Vulkan's validation layer (1.3.239) compares each copy with all others of its command buffer, and took minutes for some ten thousand, so as many are submitted at a time. Not measured against other values.
pub const FEW_COPIES: usize = 256;

/// The most copies of elements whose places the kernel cannot count in 32 bits.
pub const MOST_COPIES: usize = 1 << 16;

/// Loads of an invocation, of neighbouring columns, of a segment.
///
/// 2^28 f32 in 2^20 equal | 2^20 lognormal | 2^24 equal | 2^24 lognormal segments, µs on an H100, where a flat sum takes 355: one 694 | 785 | 538 | 971; two 390 | 540 | 462 |
/// 805; four 717 | 505 | 496 | 738. With two sets of segments at a time, of one, two and four loads, 565 | 696 | 526 | 961, 394 | 539 | 532 | 918 and 391 | 509 | 610 | 901
/// (2026-11-26).
pub(crate) const SEGMENT_LOADS: u32 = 2;

/// Such loads where states are small, elements are read by vectors, and subgroups lay groups side by side over their lanes. Each is a load of 16 bytes, and one more is for all of them.
///
/// 2^28 f32 in 2^20 equal | 2^20 lognormal | 2^20 by a power law | 2^22 lognormal | 2^24 lognormal segments, sums, µs on an H200: two 358 | 419 | 391 | - | 631, four 265 | 335 | 319 | - | 569, eight 338 | 375 |
/// - | - | 679; sorted, two 278 | 358 | 345 | - | 673. Least and greatest: two 445 | 526 | - | 604 | -, four 317 | 416 | 382 | 477 | -; sorted, two 325 | 435 | 408 | 578 | - (2026-11-29).
pub(crate) const SEGMENT_LOADS_OF_SMALL: u32 = 4;

/// Sets of as many groups as a workgroup has invocations that are laid side by side by its subgroups, at most.
///
/// 2^24 lognormal segments of 2^28 f32, by a kernel of sums alone, µs on an H200: 32 of them a subgroup 506, 64 446, 128 432, 512 431, 1024 462; 2^22: 16 350, 32 320, 64 313, 128 317; 2^20: 8 282, 16 267, 32 266 (2026-11-29).
/// All passes over 2^24 lognormal ones with four sets | eight: 400 | 393, 2^20 324 | 320, 2^22 and equal ones as before (2026-11-29).
pub(crate) const SIDE_BY_SIDE_SETS: u32 = 8;

/// Elements of segments on average up to which those of more than one row are listed. Where vectors read segments, those always are.
///
/// The same kernel, with a loop over rows that is never run | without it, and segments up to 1024 elements, µs on an H200: 2^24 lognormal ones 414 | 360, 2^22 308 | 263, and the segments that are left to lists have
/// 2 % and 11 % more of the elements. Only up to this | always, sums: 2^20 lognormal ones 325 | 325, 2^20 by a power law 308 | 299; variances: 967 | 849, 813 | 700, and 2^14 lognormal ones 506 | 432 (2026-11-29).
pub(crate) const ONE_ROW_ON_AVERAGE: u32 = 32;

/// Bytes of a state that is small enough for [`SEGMENT_LOADS_OF_SMALL`].
///
/// The segments that are measured there; means, whose states have twelve bytes: side by side, two 522 | 611 | 548 | 720 | -, four 392 | 510 | - | 614 | -; sorted, two 384 | 497 | 459 | 686 | -. Variances, of twelve bytes: side
/// by side, two 1004 | 1265 | 1096 | 1364 | -, four 881 | 1813 | - | 1827 | -; sorted, two 854 | 1122 | 1000 | 1398 | - (2026-11-29).
pub(crate) const SMALL_STATE_BYTES: usize = 8;

/// Bytes of the states of all columns of an invocation with [`SEGMENT_LOADS_OF_SMALL`]. More were not measured.
pub(crate) const SMALL_COLUMNS_BYTES: usize = 128;

/// Rows of a segment up to which it is in no list, where an invocation has several columns of a row and no vectors read them; where vectors do, one.
///
/// Read by vectors, 2^28 f32 in 2^20 lognormal | 2^20 by a power law | 2^14 lognormal segments, µs on an H200: four 365 | 346 | 312; one 421 | 389 | 294 (2026-11-27). On another, two 382 | 362 | 321, four
/// 377 | 364 | 325, eight 393 | 380 | 351 (2026-11-28).
pub(crate) const SEGMENT_ROWS: u64 = 4;

/// Bytes of a state up to which the groups of a workgroup are cut in two where that saves invocations: it has two words and a state for each piece. Larger
/// ones were not measured: with sixteen bytes these take 12 KiB, and an H200 seems to share 64 KiB among the workgroups of a multiprocessor.
pub(crate) const CUT_STATE_BYTES: u32 = 16;

/// Workgroups from which on each has several segments. 2048 | 4096 | 8192 | 16 384, µs on an H200: 2^20 lognormal segments of 2^28 f32 399 | 377 | 401 | 476, by a power law
/// 381 | 364 | 397 | 488, equal ones 312 | 302 | 296 | 309, 2^14 lognormal ones 311 | 325 | 347 | 376 (2026-11-28). On a driver for the CPU, 20 000
/// segments of one element took 3 s with 4096 and 0.15 s with 16 (SwiftShader; llvmpipe 0.22 and 0.02 s, 2026-11-27).
///
/// Where subgroups lay segments side by side, 2048 | 4096 | 8192 | 16 384, sums: 2^20 equal ones 294 | 274 | 260 | 263, lognormal ones 330 | 323 | 321 | 327, by a power law 307 | 302 | 299 | 303, 2^24 lognormal ones - | 366 | 364 | 373
/// (two leases, 2026-12-01). Shares of subgroups by the lanes that their segments take, in place of as many segments each, 274 | 267, 330 | 335 and 308 | 315 for 4096 and 8192.
pub(crate) const fn segment_workgroups(software: bool, side_by_side: bool) -> u64 {
    match (software, side_by_side) {
        (true, _) => 16,
        (false, false) => 4096,
        (false, true) => 8192,
    }
}

/// The most workgroups that take the groups of a list in turn, of which the host does not know how many there are.
/// 2 112 or 16 384 instead took as long, 40 000 up to 20 µs more.
pub(crate) const LISTED_WORKGROUPS: u64 = 8448;

/// Segments of an invocation that looks for long ones between offsets, at most, and the workgroups that are left at least where it looks at several.
///
/// The lists of 2^28 f32 alone, µs on an H200, with eight segments an invocation always | with so many workgroups: 2^14 lognormal segments 47 | 18, 2^20 16 | 17, one long one among 2^20 32 | 31;
/// 2^24 lognormal ones, where most workgroups list none: each reserves rows and writes 50, those return first 36. Turns without a long segment are not looked at again: of these segments, all kernels together 369 | 361. With four segments 44, with sixteen 42 (2026-11-29). Other numbers of workgroups were not measured.
pub(crate) const OFFSETS_A_LANE: u32 = 8;

/// These workgroups. Of a driver on the CPU, few have its cores busy; other numbers were not measured there.
pub(crate) const fn listing_workgroups(software: bool) -> u64 {
    if software { 16 } else { 1056 }
}

/// Neighbouring segments of a block, where most blocks have no more elements than a short segment: then the offsets at the ends of the block are all that are read of it.
///
/// Sums of 2^24 lognormal segments of 2^28 f32, µs on an H200: short ones alone 327 to 334, with lists one segment an invocation 353, blocks 350 where each invocation has a segment of them; all passes 361 then, and 352 where
/// an invocation has a block (2026-12-01). Other numbers of segments were not measured.
pub(crate) const SEGMENTS_OF_A_BLOCK: u64 = 32;

/// Such blocks of an invocation, at most. 2^24 segments have one each; more were not measured.
pub(crate) const BLOCKS_A_LANE: u32 = 4;

/// Bytes of the states that an invocation keeps for batches of a piece, up to which subgroups fold segments on their own. Not measured: six states of 1 KiB are more than the stack
/// of a driver on the CPU holds beside the rest of a kernel.
pub(crate) const WAITING_STATE_BYTES: u32 = 256;

/// Rows of a listed segment up to which a subgroup folds it, where subgroups lay short ones side by side.
///
/// Sums of 2^28 f32, µs on an H200, none | eight: 2^20 lognormal segments 321 | 310, by a power law 297 | 298, 2^14 lognormal ones 265 | 270, 2^24 364 | 368. In another lease four and sixteen: 324 and 340 where eight took
/// 315 to 325, with workgroups of their own for them, and with the next row of the list loaded ahead, 324 to 339 (2026-12-01).
pub(crate) const ROWS_BY_A_SUBGROUP: u64 = 8;

/// Tiles of a long segment up to which one invocation lists them; beyond, a workgroup does, one segment at a time.
///
/// A workgroup for each took 2.2 µs a segment on an H100, and 256 of them in turn 560 µs (2026-11-26).
pub(crate) const TILES_LISTED_ALONE: u32 = 16;

/// Such segments of a workgroup for which it has memory; one invocation lists each of the others. 256 took as long on an H200, with 64 and 2^14 to 2^24 segments (2026-11-29).
pub(crate) const LONG_SEGMENTS_AT_ONCE: u32 = 64;

/// Invocations of a group in the first pass over the states of long segments, most of which have few. Not measured against other values.
pub(crate) const FIRST_TREE_LANES: u32 = 16;

/// Elements from which on a kernel is made for the number of invocations that a group has: the driver takes some milliseconds for it.
///
/// 2^28 f32 in rows of 16, 256 and 1024, with four sets, µs on an H100: loops over that number 523, 611, 640; one by one 436, 443, 440 (2026-11-26).
pub(crate) const ELEMENTS_OF_A_KERNEL: u64 = 1 << 20;

/// Elements of the longest of neighbouring segments up to which an invocation folds each: a power of two. Those of runs of two are mostly all that short, those of sixteen
/// mostly not.
pub(crate) const SEGMENT_OF_A_LANE: u32 = 16;

/// Elements of segments on average up to which a kernel has a path on which an invocation folds whole segments, though some may be longer than it takes.
///
/// 2^28 f32 in 2^24 lognormal | 2^20 lognormal | 2^20 equal | 2^20 by a power law | 2^14 lognormal | 2^24 equal segments, µs on an H200: with that path 727 | 376 | 298 | 365 |
/// 323 | 302, without it 673 | 358 | 280 | 346 | 315 | 393: the kernel has 48 registers with it and 39 without (2026-11-29).
pub(crate) const TINY_ON_AVERAGE: u32 = 8;

/// Such segments of an invocation, whose first loads it issues together: a power of two.
///
/// Segments of 2^28 f32 in runs of 2 and in 2^24 equal ones, µs on an H200, with the lists of long ones: sorted by their invocations 2190 (on an H100), 457 (on an H100); one
/// of an invocation, its elements loaded one by one, 1100, 573; four, by vectors, 748, 304 (2026-11-27).
pub(crate) const TINY_SETS: u32 = 4;

/// Elements of such a segment, on average over a workgroup, beyond which an invocation issues all of its loads together, one segment after the other. 2^24 segments of sixteen f32 take
/// 302 µs on an H200 then, and 355 to 388 with the first load of four segments together, where the compiler moves the others to where they are used (2026-11-27).
pub(crate) const DENSE_TINY_SEGMENTS: u32 = 8;

/// Bytes of the states of all loads of such a segment, up to which there is that path: with sixteen loads of large states a kernel has more variables than the stack of Chrome's driver
/// for the CPU holds (2026-11-27).
pub(crate) const DENSE_STATE_BYTES: usize = 64;

/// Neighbouring keys of an invocation that looks where groups begin.
///
/// 2^28 keys in runs of 256, 16 and 2, with the scan, µs on an H200: 4 of them 402, 404, 543; 8 356, 357, 396. With keys that neighbouring invocations load and hand over
/// in workgroup memory 366, 367, 484; with 16, of which each and the one in front are loaded side by side, and ballots, 542, 541, 600. By vectors, without the scan: 4 of them 300, 8 and 16 258 (2026-11-27).
pub(crate) const KEYS_A_LANE: u32 = 8;

/// Rounds in which a workgroup folds groups at heads, each of 1792 elements of its own: as many as end with a tile of keys.
pub(crate) const HEAD_ROUNDS: u32 = 8;

/// Elements of a group on average, times the bytes of a state, up to which groups by keys are folded at their heads and not between offsets: each lane folds the trees that could begin at each
/// of its elements.
///
/// 2^25 f32 by uniform keys, of 32, 8, 2 elements, ms on an H200, between offsets and at heads: sums 1.85 and 1.80, 2.01 and 1.94, 2.31 and 2.08; variances, of twelve bytes, 1.87 and 2.04, 2.17 and 2.16,
/// 2.55 and 2.35. Sums of runs of 256 of 2^28 f32 without those lists that are made for the longer ones: 344 between offsets, and 362 at heads before those that did not end in their
/// windows (2026-11-27).
pub(crate) const MOST_AT_HEADS: u64 = 128;

/// Bytes of a state up to which they are: a lane has those of sixteen elements at a time. Not measured against other values.
pub(crate) const STATE_BYTES_AT_HEADS: usize = 16;

/// Elements of a group on average, up to which results are staged in workgroup memory for stores side by side.
///
/// 2^28 f32 in runs of 256, 16, 2, µs on an H200: each lane writes its own 362, 434, 1059; all staged, with room for all of a round, 698, 746, 872 with two such rooms, of which one is
/// written while the other fills, 625, 545, 606 with one (2026-11-27).
pub(crate) const DENSE_HEADS: u32 = 6;

/// Bytes of the results that are staged at a time: workgroups of one multiprocessor of an H200 share 64 KiB.
pub(crate) const STAGED_RESULT_BYTES: u32 = 4096;

/// Heads of an invocation, on average over its workgroup, up to which each writes the keys, and perhaps the offsets, of its own groups; of more, neighbouring invocations write for
/// neighbouring groups.
///
/// 2^28 keys in runs of 256, 16 and 2, µs on an H200: 4 of them 106, 290, 829; 1 of them 105, 489, 818; always side by side 271, 487, 823 (2026-11-27).
pub(crate) const FEW_HEADS_A_LANE: u32 = 4;

/// The fewest groups that begin in a span of 256 elements whose keys are laid side by side when heads are found: fewer are read where they are. Not measured against other values; runs of 256, of which
/// a span has one head, took 810 µs for 2^28 where it was found by subgroups how many each has, and 763 with this bound (H200, 2026-11-28).
pub(crate) const LEAST_STAGED_OF_A_SPAN: u32 = 4;

/// Neighbouring keys of an invocation at a time where those of many groups are staged in workgroup memory and written side by side.
///
/// 2^28 u32 in runs of 2, of which the keys alone are written, µs on an H200: 4 of them 456, 8 468; without staging 652, 1064 (2026-11-27).
pub(crate) const STAGED_KEYS_A_LANE: u32 = 4;

/// Keys of an invocation in a pass of a sort, where workgroup memory holds as many, and where not. With sixteen a pass by eight bits over 2^25 keys takes about 0.4 ms on an H100
/// (2026-11-26); eight were not measured.
pub(crate) const SORTED_KEYS_A_LANE: [u32; 2] = [16, 8];

/// Counts that a workgroup scans: one workgroup scans the totals of all of these blocks. Not measured against other values.
pub(crate) const SCANNED_COUNTS: u32 = 4096;

/// The most workgroups that look for the bits in which keys differ. Not measured against other values.
pub(crate) const KEY_BITS_WORKGROUPS: u64 = 1056;
