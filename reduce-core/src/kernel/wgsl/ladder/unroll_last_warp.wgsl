// The last subgroup unrolled: once one subgroup is left, it needs no barriers any more.
//
// As published, its invocations go on in shared memory in lockstep, which no device promises: a race. Here they exchange states by
// shuffles, which is what the lockstep was meant to be.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    let first = group * ${tile}u + invocation;
    workgroup_states[invocation] = ${combine}(state_or_identity(first), state_or_identity(first + ${workgroup_size}u));
    workgroupBarrier();
    for (var distance = ${workgroup_size // 2}u; distance >= subgroup_width; distance /= 2u) {
        if (invocation < distance) {
            workgroup_states[invocation] = ${combine}(workgroup_states[invocation], workgroup_states[invocation + distance]);
        }
        workgroupBarrier();
    }
    var folded = workgroup_states[invocation];
    for (var distance = min(subgroup_width, ${workgroup_size}u) / 2u; distance > 0u; distance /= 2u) {
        folded = ${combine}(folded, ${shuffle}(folded, distance));
    }
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"folded" | called(store)};
    }
//# include "loops_end.wgsl"
}
