// Groups whose first elements are marked by bits: a workgroup folds those that begin among its ${head_elements} elements and have no more than ${columns}. Longer ones are left to other passes.
//
// A subgroup folds windows of ${elements_a_lane} elements a lane. In every lane all blocks of two, four and ${elements_a_lane} elements that may belong to the tree of a group are folded, ahead of each element, up to the next
// head; of each group the lanes then combine the blocks that begin where it does. So the tree counts from the first element of each group, and no time depends on where groups begin.
// The last eighth of a window belongs to the next one: a group that does not end in its window is folded by a subgroup of its own afterwards.

${declarations}

//# set offset_of = "not used here"
//# set item = "element"
//# include "groups/pass.wgsl"

//# for part in parts
@group(0) @binding(${part.number}) var<storage, read> ${part.name}: array<${part.word}>;
//# endfor
@group(0) @binding(1) var<storage, read_write> output: ${target};
@group(0) @binding(2) var<uniform> pass_info: Pass;
// How many groups begin in each tile of ${key_tile} elements, and behind these a bit for each element.
@group(0) @binding(3) var<storage, read> heads: array<u32>;
// The groups that begin in front of a tile in its block of tiles; those that begin in front of the block.
@group(0) @binding(4) var<storage, read> scanned: array<u32>;
@group(0) @binding(5) var<storage, read> before_block: array<u32>;
//# include "loops_ended.wgsl"

// The bits of the elements of the workgroup and of those behind them; behind the last element all bits are set.
var<workgroup> head_bits: array<u32, ${head_words + columns // 32 + 2}>;
// The groups of the workgroup that begin in front of each word, two words a number.
var<workgroup> heads_before: array<u32, ${head_words // 2 + 1}>;
var<workgroup> subgroup_heads: array<u32, ${workgroup_size // least_width}>;
// In how many turns the results of a round are staged; none if each lane writes its own.
var<workgroup> staged_turns: u32;
var<workgroup> staged: array<${exchanged.kind}, ${staged_results}>;
// The groups that do not end in their windows, one of a window: their first elements and then their lengths; their number, and the most elements of one.
var<workgroup> left_begins: array<u32, ${rounds_of_windows * workgroup_size // least_width}>;
var<workgroup> left_lengths: array<u32, ${rounds_of_windows * workgroup_size // least_width}>;
var<workgroup> left_count: atomic<u32>;
var<workgroup> left_longest: atomic<u32>;
var<workgroup> left_of_all: vec2<u32>;

//# include "groups/places.wgsl"

//# include "groups/lanes.wgsl"
//# if members | length > 1

// The columns of an invocation.
struct Columns {
//# for c in range(members | length)
    c${c}: ${column.kind},
//# endfor
}
//# endif
//# include "tiles/row.wgsl"

//# include "segments/write.wgsl"

// The groups of the workgroup that begin in front of a word.
fn groups_before(number: u32) -> u32 {
    return (heads_before[number / 2u] >> (16u * (number % 2u))) & 0xffffu;
}

// The groups of the workgroup that begin in front of an element.
fn groups_in_front(place: u32) -> u32 {
    return groups_before(place / 32u) + countOneBits(head_bits[place / 32u] & ((1u << (place % 32u)) - 1u));
}

// Writes the result of a group, if there is room for it.
fn write_group(group: u32, has_elements: bool, folded: ${exchanged.kind}) {
    if (group < pass_info.groups) {
        write_result(group, has_elements, folded);
    }
}

// The value of this number.
fn chosen(
    number: u32,
//# for index in range(elements_a_lane)
    v${index}: ${exchanged.kind},
//# endfor
) -> ${exchanged.kind} {
//# for level in range(levels_of_lane)
//# for index in range(elements_a_lane // 2 ** (level + 1))
    var w${level}_${index} = ${("w" ~ (level - 1) ~ "_") if level else "v"}${2 * index};
    if ((number & ${2 ** level}u) != 0u) {
        w${level}_${index} = ${("w" ~ (level - 1) ~ "_") if level else "v"}${2 * index + 1};
    }
//# endfor
//# endfor
    return w${levels_of_lane - 1}_0;
}

// The first head from an element on, up to the word of element `end`; the end of that word if there is none.
fn next_head(begin: u32, end: u32) -> u32 {
    var word_here = begin / 32u;
    var bits_here = head_bits[word_here] & (0xffffffffu << (begin % 32u));
    while (bits_here == 0u && word_here < end / 32u) {
        word_here += 1u;
        bits_here = head_bits[word_here];
    }
    return word_here * 32u + min(countTrailingZeros(bits_here), 32u);
}

//# include "main.wgsl"
//# if known_width
    let width_log = ${known_width}u;
//# else
    let width_log = countTrailingZeros(subgroup_width);
//# endif
    let number = workgroup.y * workgroups.x + workgroup.x;
    if (number > (pass_info.elements - 1u) / ${head_elements}u) {
        return;
    }
    let first = number * ${head_elements}u;
    let elements_here = pass_info.elements - first;
    let tiles = (pass_info.elements - 1u) / ${key_tile}u + 1u;
    for (var index = invocation; index < ${head_words + columns // 32 + 2}u; index += ${workgroup_size}u) {
        let left = elements_here - min(elements_here, 32u * index);
        var bits_here = 0u;
        if (left > 0u) {
            bits_here = heads[tiles + first / 32u + index];
        }
        if (left < 32u) {
            bits_here |= 0xffffffffu << left;
        }
        head_bits[index] = bits_here;
    }
    if (invocation == 0u) {
        atomicStore(&left_count, 0u);
        atomicStore(&left_longest, 0u);
    }
    workgroupBarrier();
    // Two words an invocation.
    var own_heads = vec2<u32>();
    if (invocation < ${head_words // 2}u) {
        own_heads = countOneBits(vec2<u32>(head_bits[2u * invocation], head_bits[2u * invocation + 1u]));
    }
    var before = subgroupExclusiveAdd(own_heads.x + own_heads.y);
    if (subgroup_lane == (1u << width_log) - 1u) {
        subgroup_heads[subgroup_number] = before + own_heads.x + own_heads.y;
    }
    workgroupBarrier();
    for (var index = 0u; index < subgroup_number; index += 1u) {
        before += subgroup_heads[index];
    }
    if (invocation <= ${head_words // 2}u) {
        heads_before[invocation] = before | ((before + own_heads.x) << 16u);
    }
    workgroupBarrier();
    if (invocation == 0u) {
        var most_heads = 0u;
//# for round in range(rounds_of_windows)
        most_heads = max(most_heads, groups_before(${(round + 1) * round_words}u) - groups_before(${round * round_words}u));
//# endfor
        // Bits behind the last element begin no group, but a round with these is one of the last workgroup.
        staged_turns = select(0u, (most_heads + ${staged_results - 1}u) / ${staged_results}u, groups_before(${head_words}u) > ${dense_heads}u);
    }
    let turns = workgroupUniformLoad(&staged_turns);
    let groups_here = groups_in_front(min(elements_here, ${head_elements}u));
    // The number of the first group of the workgroup, and the results that there is room for.
    let first_number = scanned[first / ${key_tile}u] + before_block[first / ${key_tile}u / ${block}u];
    let room_here = min(groups_here, pass_info.groups - min(pass_info.groups, first_number));
    for (var round = 0u; round < ${rounds_of_windows}u; round += 1u) {
//# filter indent(4)
//# include "at_heads/window.wgsl"
//# endfilter
    }
//# include "at_heads/left.wgsl"
    // Where there is room for more groups than there are, the others have no elements: one for each element that begins none.
    let groups = before_block[(tiles - 1u) / ${block}u + 1u];
    if (groups < pass_info.groups) {
        let other_groups = min(${head_elements}u, elements_here) - groups_here;
        for (var index = invocation; index < other_groups; index += ${workgroup_size}u) {
            let other_group = groups + first - first_number + index;
            var nothing: ${exchanged.kind};
            write_group(other_group, false, nothing);
        }
    }
//# include "loops_end.wgsl"
}
