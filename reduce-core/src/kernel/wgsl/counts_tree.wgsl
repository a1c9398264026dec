// The counts of ${workgroup_size * run} neighbouring tiles to those of all: one workgroup adds them up, bin by bin.
//
// ${"An invocation adds" if stride == 1 else "So many invocations as there are bins, or a few more, lie side by side, and " ~ stride ~ " such rows of them add"} up the counts of${" every tile" if stride == 1 else " different tiles"}.

${declarations}

//# include "states.wgsl"

var<workgroup> workgroup_counts: array<atomic<u32>, ${bins}>;

//# include "main.wgsl"
    for (var slot = invocation; slot < ${bins}u; slot += ${workgroup_size}u) {
        atomicStore(&workgroup_counts[slot], 0u);
    }
    workgroupBarrier();
    let base = workgroup.x * ${workgroup_size * run}u;
    let count = min(pass_info.length - base, ${workgroup_size * run}u);
    let slot = invocation % ${width}u;
    if (slot < ${bins}u) {
        var value = 0u;
        var row = invocation / ${width}u;
        // All loads of a round are issued before the first is used.
        for (; row + ${(in_flight - 1) * stride}u < count; row += ${in_flight * stride}u) {
//# for load in range(in_flight)
            let x${load} = states[(base + row${" + " ~ load * stride ~ "u" if load}) * ${bins}u + slot];
//# endfor
//# for load in range(in_flight)
            value += x${load};
//# endfor
        }
        for (; row < count; row += ${stride}u) {
            value += states[(base + row) * ${bins}u + slot];
        }
        atomicAdd(&workgroup_counts[slot], value);
    }
    workgroupBarrier();
    if (invocation < ${bins}u) {
        output[(pass_info.first_output + workgroup.x) * ${bins}u + invocation] = atomicLoad(&workgroup_counts[invocation]);
    }
//# include "loops_end.wgsl"
}
