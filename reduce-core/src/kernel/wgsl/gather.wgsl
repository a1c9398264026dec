// Copies elements of an array side by side: ${"those at the places of a list" if listed else "those along axes, in their order"}.
//
// It reads one buffer of the array and writes one buffer of the copy. What another buffer of the array has stays as it is.

struct Gather {
//# if not listed
    // Of each axis: its extent, and the elements from one index to the next. The first ones tell groups apart, the others the elements of a group; the last of each varies fastest.
    axes: array<vec4<u32>, ${axes}>,
    group_axes: u32,  // axes of the groups, at least one
    axis_count: u32,  // of them all
    first_group: u32, // the first group that is copied
    length: u32,      // elements of a group
//# endif
    offset: u32,      // the place from which places count
    first: u32,       // the number of the first element of this buffer of the copy
    elements: u32,    // how many elements it has
    begin: u32,       // the place of the first element in the buffer of the array
    end: u32,         // and that behind its last
    units: u32,       // units of an element: ${per_word} of them are a word
}

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> gather: Gather;
//# if listed
@group(0) @binding(3) var<storage, read> order: array<u32>;
//# endif

//# if not listed
// How far the element of this number is from the first along these axes.
fn along_axes(number: u32, first_axis: u32, end_axis: u32) -> u32 {
    var rest = number;
    var place = 0u;
    for (var axis = end_axis - 1u; axis > first_axis; axis -= 1u) {
        let along = gather.axes[axis];
        place += rest % along.x * along.y;
        rest /= along.x;
    }
    return place + rest * gather.axes[first_axis].y;
}

//# endif
// The place in the array of the element of this number.
fn place_of(number: u32) -> u32 {
//# if listed
    return gather.offset + order[number];
//# else
    let group = along_axes(gather.first_group + number / gather.length, 0u, gather.group_axes);
    return gather.offset + group + along_axes(number % gather.length, gather.group_axes, gather.axis_count);
//# endif
}

@compute @workgroup_size(${workgroup_size})
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    // An invocation writes one word.
    let word = (workgroup.y * workgroups.x + workgroup.x) * ${workgroup_size}u + invocation;
    if (word >= arrayLength(&output)) {
        return;
    }
    var value = output[word];
    var is_here = false;
//# for part in range(0, per_word)
    {
        let unit = word * ${per_word}u${" + " ~ part ~ "u" if part};
        let number = unit / gather.units;
        let place = place_of(gather.first + min(number, gather.elements - 1u));
        if (number < gather.elements && place >= gather.begin && place < gather.end) {
            let at = (place - gather.begin) * gather.units + unit % gather.units;
//# if per_word == 1
            value = input[at];
//# else
            let bits = input[at / ${per_word}u] >> (at % ${per_word}u * ${bits}u);
            value = insertBits(value, bits, ${part * bits}u, ${bits}u);
//# endif
            is_here = true;
        }
    }
//# endfor
    if (is_here) {
        output[word] = value;
    }
}
