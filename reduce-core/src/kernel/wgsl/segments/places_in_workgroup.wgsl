// The groups of the workgroup, sorted: the first element; the number of elements, and above 16 bits the number of the group in the workgroup.
var<workgroup> ranges: array<vec2<u32>, ${ranges}>;
// How many groups take 1, 2, … ${2 ** classes_log} invocations.
var<workgroup> class_counts: array<atomic<u32>, ${classes_log + 1}>;
// Where those of ${2 ** classes_log}, … 1 invocations begin among all invocations, and above 20 bits among the groups; at last the end.
var<workgroup> class_begins: array<u32, ${classes_log + 2}>;

// The group at a place among all invocations, the place of the invocation in it, and log2 of the invocations that it takes.
fn group_of(begins: array<u32, ${classes_log + 2}>, place: u32) -> vec3<u32> {
    var begin = begins[0];
    var slices_log = ${classes_log}u;
//# for class in range(1, classes_log + 1)
    if (place >= (begins[${class}] & 0xfffffu)) {
        begin = begins[${class}];
        slices_log = ${classes_log - class}u;
    }
//# endfor
    let rest = place - (begin & 0xfffffu);
    return vec3<u32>((begin >> 20u) + (rest >> slices_log), rest & ((1u << slices_log) - 1u), slices_log);
}

// The group so far behind `first_place`, where all groups from there to the next turn take `same` invocations if that is one number.
fn group_at(begins: array<u32, ${classes_log + 2}>, same: vec3<u32>, first_place: u32, index: u32) -> vec3<u32> {
    if (same.z <= ${classes_log}u) {
        let rest = same.y + index;
        return vec3<u32>(same.x + (rest >> same.z), rest & ((1u << same.z) - 1u), same.z);
    }
    return group_of(begins, first_place + index);
}
