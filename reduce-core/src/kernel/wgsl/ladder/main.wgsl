//# include "main.wgsl"
//# if unit
    // More workgroups than one dimension has lie in rows.
    let group = workgroup.y * workgroups.x + workgroup.x;
    if (group > (pass_info.length - 1u) / ${unit}u) {
        return; // beyond the end of the last row
    }
//# else
    let group = workgroup.x;
//# endif
