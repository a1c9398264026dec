// Blocks of the canonical order: one workgroup folds one block of ${block} elements.
//
// As a matrix in row-major order a block has ${rows} rows of ${columns} columns, and a lane owns
// ${per_lane} neighbouring column(s). Every column is folded from top to bottom, then the columns are
// folded by a balanced binary tree; what is missing on the right is skipped.

${declarations}

struct Pass {
    length: u32,       // elements that this dispatch folds
    first_output: u32, // where the state of its first block goes
}

@group(0) @binding(0) var<storage, read> input: array<${load}>;
@group(0) @binding(1) var<storage, read_write> output: array<${state}>;
@group(0) @binding(2) var<uniform> pass_info: Pass;

//# include "fold_lanes.wgsl"

@compute @workgroup_size(${lanes})
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
//# if subgroups
    @builtin(subgroup_id) subgroup_number: u32,
    @builtin(subgroup_size) subgroup_width: u32,
    @builtin(subgroup_invocation_id) subgroup_lane: u32,
//# else
    @builtin(local_invocation_index) lane: u32,
//# endif
) {
//# if subgroups
    let lane = subgroup_number * subgroup_width + subgroup_lane;
//# endif
    let available = pass_info.length - workgroup.x * ${block}u;
    let base = workgroup.x * ${block // load_width}u + ${lane_offset};
//# for c in range(per_lane)
    var c${c}: ${state};
//# endfor
    if (available >= ${block}u) {
        // Fold every column; ${in_flight} loads are in flight before the first is used.
        for (var row = 0u; row < ${rows}u; row += ${in_flight}u) {
            let here = base + row * ${columns // load_width}u;
//# for r in range(in_flight)
//# if vector or per_lane == 1
            let x${r} = input[here + ${r * lanes}u];
//# else
//# for c in range(per_lane)
            let x${r}_${c} = input[here + ${r * columns + c}u];
//# endfor
//# endif
//# endfor
            if (row == 0u) {
//# for c in range(per_lane)
                c${c} = ${lift}(${loaded[0][c]});
//# endfor
            } else {
//# for c in range(per_lane)
                c${c} = ${combine}(c${c}, ${lift}(${loaded[0][c]}));
//# endfor
            }
//# for r in range(1, in_flight)
//# for c in range(per_lane)
            c${c} = ${combine}(c${c}, ${lift}(${loaded[r][c]}));
//# endfor
//# endfor
        }
    } else {
        // The last block of the input ends early: ask at every element.
        for (var row = 0u; row < ${rows}u; row += 1u) {
            let index = row * ${columns}u + lane * ${per_lane}u;
            if (index >= available) {
                break;
            }
//# if vector or per_lane == 1
            let x0 = input[base + row * ${lanes}u];
//# endif
//# for c in range(per_lane)
            if (index + ${c}u < available) {
//# if not vector and per_lane > 1
                let x0_${c} = input[base + row * ${columns}u + ${c}u];
//# endif
                let value = ${lift}(${loaded[0][c]});
                if (row == 0u) {
                    c${c} = value;
                } else {
                    c${c} = ${combine}(c${c}, value);
                }
            }
//# endfor
        }
    }

    // Fold the columns of the lane.
    let count = min(available, ${columns}u);
//# for step in column_tree
    if (lane * ${per_lane}u + ${step.right}u < count) {
        c${step.left} = ${combine}(c${step.left}, c${step.right});
    }
//# endfor

    let folded = fold_lanes(c0, (count + ${per_lane - 1}u) / ${per_lane}u, lane${", subgroup_number, subgroup_width, subgroup_lane" if subgroups});
    if (lane == 0u) {
        output[pass_info.first_output + workgroup.x] = folded;
    }
}
