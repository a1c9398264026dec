// Lists the segments that are no short ones: those of one tile and those of a few rows, and the tiles of the others with the passes over their states.
//
// The order of a list depends on which invocation comes first, and no result does: every row says where its result goes.

struct Lists {
    segments: u32, // how many there are
    elements: u32, // elements of the input
    short: u32,    // the most elements of a segment that no list has
    few: u32,      // the most of one that is a row of the second list
    single: u32,   // the most of one that is a row of the first list or of the second
    tile: u32,     // elements of a tile
    splits: u32,   // states that a full tile leaves
    share: u32,    // elements of the first rows of a tile from which one of them is made
    levels: u32,   // passes over states
    // Of each list: its first row, how many it has room for, and how many states a row of a pass over states folds.
    // The first list has segments of one tile, the second those of a few rows, the third tiles; then there is one for each pass over states.
    lists: array<vec4<u32>, ${lists}>,
}

//# if at_heads
// How many segments begin in each tile of ${key_tile} elements, and behind these a bit for each element.
@group(0) @binding(0) var<storage, read> heads: array<u32>;
//# else
// Where each segment begins, and the end of the last.
@group(0) @binding(0) var<storage, read> offsets: array<${"vec2<u32>" if wide else "u32"}>;
//# endif
// How many rows were asked for in each list, whether one had no room, how many segments are bad; then the rows.
@group(0) @binding(1) var<storage, read_write> output: array<atomic<u32>>;
@group(0) @binding(2) var<uniform> info: Lists;
//# if at_heads
// The segments that begin in front of a tile in its block of tiles; those that begin in front of the block.
@group(0) @binding(3) var<storage, read> scanned: array<u32>;
@group(0) @binding(4) var<storage, read> before_block: array<u32>;
//# include "keys/segments.wgsl"
//# endif

//# if not at_heads
//# include "segments/offset_at.wgsl"
//# endif

// A segment: its number, its first element and its end.
struct Segment {
    number: u32,
    begin: u32,
    end: u32,
}

// The segments of the workgroup with many tiles, and the first row of each in every list.
var<workgroup> long_segments: array<Segment, ${long_room}>;
var<workgroup> long_rows: array<array<u32, ${lists}>, ${long_room}>;
var<workgroup> long_count: atomic<u32>;
var<workgroup> long_segments_of_all: u32;

// How many groups of `size` hold `count`.
fn groups(count: u32, size: u32) -> u32 {
    return count / size + u32(count % size != 0u);
}

// The first of `count` rows of a list of its own; `${no_row}u` if there is no room.
fn reserve(list: u32, count: u32) -> u32 {
    let first = atomicAdd(&output[list], count);
    let room = info.lists[list].y;
    if (count > room || first > room - count) {
        // Only offsets that descend somewhere ask for so many, and then some segments are bad.
        atomicStore(&output[${overflow}u], 1u);
        return ${no_row}u;
    }
    return first;
}

fn write_row(list: u32, index: u32, row: vec4<u32>) {
    let at = 4u * (info.lists[list].x + index);
    for (var word = 0u; word < 4u; word += 1u) {
        atomicStore(&output[at + word], row[word]);
    }
}

// The states that the tiles of a segment leave: the last tile may leave fewer.
fn states_of(length: u32) -> u32 {
    let before = (groups(length, info.tile) - 1u) * info.tile;
    return before / info.tile * info.splits + min(groups(length - before, info.share), info.splits);
}

// Reserves the rows of a segment of more than one tile in every list.
fn reserve_all(length: u32) -> array<u32, ${lists}> {
    var rows = array<u32, ${lists}>();
    rows[${tiles}] = reserve(${tiles}u, groups(length, info.tile));
    var states = states_of(length);
    for (var list = ${states}u; list < ${states}u + info.levels; list += 1u) {
        states = groups(states, info.lists[list].z);
        rows[list] = reserve(list, states);
    }
    return rows;
}

// Writes every `step`th of these rows of a segment, from row `from` of each list on.
fn write_rows(segment: Segment, reserved: array<u32, ${lists}>, from_row: u32, step: u32) {
    var rows = reserved;
    let first = segment.begin;
    let length = segment.end - first;
    let tiles = groups(length, info.tile);
    var begin = rows[${tiles}];
    if (begin != ${no_row}u) {
        for (var tile = from_row; tile < tiles; tile += step) {
            let before = tile * info.tile;
            let row = begin + tile;
            // Without passes over states, what is counted in a tile is added to the result of the segment.
            let to = select(row * info.splits, segment.number, info.levels == 0u);
            write_row(${tiles}u, row, vec4<u32>(first + before, min(info.tile, length - before), to, before));
        }
    }
    var state = begin * info.splits;
    var states = states_of(length);
    for (var list = ${states}u; list < ${states}u + info.levels; list += 1u) {
        let unit = info.lists[list].z;
        let nodes = groups(states, unit);
        begin = rows[list];
        if (begin != ${no_row}u) {
            for (var node = from_row; node < nodes; node += step) {
                // The last pass makes the result of the segment.
                let to = select(begin + node, segment.number, list == ${states - 1}u + info.levels);
                write_row(list, begin + node, vec4<u32>(state + node * unit, min(unit, states - node * unit), to, 0u));
            }
        }
        state = begin;
        states = nodes;
    }
}

//# if sparse
// The blocks of the workgroup that may have a long segment.
var<workgroup> blocks_to_list: array<u32, ${turns * workgroup_size}>;
var<workgroup> block_count: atomic<u32>;
var<workgroup> blocks_of_all: u32;

//# elif is_one_by_one
// Whether the workgroup has a segment that is long or bad.
var<workgroup> is_any_listed: atomic<u32>;
var<workgroup> listed_of_all: u32;
// How many of its segments are one row of the first list and of the second, and the first of these rows.
var<workgroup> single_counts: array<atomic<u32>, 2>;
var<workgroup> first_singles: array<u32, 2>;

//# endif
fn is_bad(segment: Segment) -> bool {
    return segment.begin > segment.end || segment.end > info.elements;
}

// Says whether a segment is one row of the first list or of the second.
fn is_single(segment: Segment) -> bool {
    let length = segment.end - segment.begin;
    return !is_bad(segment) && length > info.short && length <= info.single;
}

// The list of which such a segment is one row.
fn list_of(segment: Segment) -> u32 {
    return u32(segment.end - segment.begin <= info.few);
}
//# if is_one_by_one

// The segment of this number; behind the last one, one without elements.
fn segment_at(number: u32) -> Segment {
    if (number < info.segments) {
        return Segment(number, offset_at(number), offset_at(number + 1u));
    }
    return Segment(number, 0u, 0u);
}
//# endif

fn write_single(segment: Segment, row: u32) {
    write_row(list_of(segment), row, vec4<u32>(segment.begin, segment.end - segment.begin, segment.number, 0u));
}

// Lists a segment, if it is long, and counts it, if it is bad.
fn list(segment: Segment) {
    let length = segment.end - segment.begin;
    if (is_bad(segment)) {
        atomicAdd(&output[${bad}u], 1u);
    } else if (length > info.single) {
        let rows = reserve_all(length);
        var index = ${long_room}u;
        if (groups(length, info.tile) > ${few_tiles}u) {
            index = atomicAdd(&long_count, 1u);
        }
        if (index < ${long_room}u) {
            long_segments[index] = segment;
            long_rows[index] = rows;
        } else {
            // It has few tiles, or there is no room for more.
            write_rows(segment, rows, 0u, 1u);
        }
    } else if (is_single(segment)) {
        let row = reserve(list_of(segment), 1u);
        if (row != ${no_row}u) {
            write_single(segment, row);
        }
    }
}

@compute @workgroup_size(${workgroup_size})
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    if (invocation == 0u) {
        atomicStore(&long_count, 0u);
//# if sparse
        atomicStore(&block_count, 0u);
//# elif is_one_by_one
        atomicStore(&single_counts[0], 0u);
        atomicStore(&single_counts[1], 0u);
        atomicStore(&is_any_listed, 0u);
//# endif
    }
    workgroupBarrier();
    let row_of_workgroups = workgroup.y * workgroups.x + workgroup.x;
//# if at_heads
    // Of the segments that begin in so many elements, only the last may be longer.
    let segment = last_of(row_of_workgroups * ${workgroup_size}u + invocation);
    if (segment.number < info.segments) {
        list(segment);
    }
//# elif sparse
//# include "segment_lists/by_blocks.wgsl"
//# else
//# include "segment_lists/one_by_one.wgsl"
//# endif
    workgroupBarrier();
    if (invocation == 0u) {
        long_segments_of_all = min(atomicLoad(&long_count), ${long_room}u);
    }
    let count = workgroupUniformLoad(&long_segments_of_all);
    // All invocations write the rows of a segment of many tiles.
    for (var index = 0u; index < count; index += 1u) {
        write_rows(long_segments[index], long_rows[index], invocation, ${workgroup_size}u);
    }
}
