// The pieces of groups that the workgroup folds, sorted: the first element; the number of elements, above 16 bits the number of the group in the workgroup, and above 24
// bits, of a piece that ends a group, one more than log2 of the invocations that the elements before it take. Batches of subgroups are filled up with pieces of no elements.
var<workgroup> ranges: array<vec2<u32>, ${ranges}>;
// How many pieces take 1, 2, … ${2 ** classes_log} invocations.
var<workgroup> class_counts: array<atomic<u32>, ${classes_log + 1}>;
// Where those of ${2 ** classes_log}, … 1 invocations begin among the batches, and above 16 bits among the pieces.
var<workgroup> class_begins: array<u32, ${classes_log + 1}>;
var<workgroup> batches_of_all: u32;
//# if splits
// The state of each piece: of those that begin groups, then of those that end them.
var<workgroup> piece_states: array<${exchanged.kind}, ${2 * workgroup_size}>;
//# endif

// The batches of so many pieces of two to this power invocations, and above 16 bits the pieces that fill them. A batch is what a subgroup folds at a time. Pieces of more invocations
// than it has take several, one after the other, and come by turns of all subgroups.
fn batches_of(count: u32, slices_log: u32, width_log: u32) -> u32 {
    if (slices_log > width_log) {
        let subgroups_log = ${workgroup_log}u - width_log;
        let turns = (count + (1u << subgroups_log) - 1u) >> subgroups_log;
        return (turns << (subgroups_log + slices_log - width_log)) | (turns << (subgroups_log + 16u));
    }
    let pieces_log = width_log - slices_log;
    let batches = (count + (1u << pieces_log) - 1u) >> pieces_log;
    return batches | (batches << (pieces_log + 16u));
}

// The piece of a lane in a batch, the place of the lane in it, and log2 of the invocations that it takes.
fn piece_at(batch: u32, lane: u32, width_log: u32) -> vec3<u32> {
    var class_begin = class_begins[0];
    var slices_log = ${classes_log}u;
//# for class in range(1, classes_log + 1)
    if (batch >= (class_begins[${class}] & 0xffffu)) {
        class_begin = class_begins[${class}];
        slices_log = ${classes_log - class}u;
    }
//# endfor
    let rest = batch - (class_begin & 0xffffu);
    let first = class_begin >> 16u;
//# if rounds_log > 0
    if (slices_log > width_log) {
        let subgroups_log = ${workgroup_log}u - width_log;
        let rounds_log = slices_log - width_log;
        let round = (rest >> subgroups_log) & ((1u << rounds_log) - 1u);
        let turn = rest >> (subgroups_log + rounds_log);
        return vec3<u32>(first + (turn << subgroups_log) + (rest & ((1u << subgroups_log) - 1u)), (round << width_log) + lane, slices_log);
    }
//# endif
    return vec3<u32>(first + (rest << (width_log - slices_log)) + (lane >> slices_log), lane & ((1u << slices_log) - 1u), slices_log);
}
