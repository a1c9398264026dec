//# include "segments/sort.wgsl"
    let begins = workgroupUniformLoad(&class_begins);
    if (is_here) {
        ranges[(begins[${workgroup_log}u - own_log] >> 20u) + rank] = range | vec2<u32>(0u, invocation << 16u);
    }
    workgroupBarrier();
    let end = begins[${workgroup_log + 1}] >> 20u;
    let end_of_places = begins[${workgroup_log + 1}] & 0xfffffu;
    for (var first_place = 0u; first_place < end_of_places; first_place += ${sets * workgroup_size}u) {
        // No group behind the first takes more invocations. Mostly all of a turn take as many.
        let widest = group_of(begins, first_place);
        let narrowest = group_of(begins, first_place + ${sets * workgroup_size - 1}u);
        let same = vec3<u32>(widest.xy, select(32u, widest.z, narrowest.z == widest.z));
//# filter indent(4)
//# include "segments/fold.wgsl"
//# include "segments/meet.wgsl"
//# endfilter
    }
