//# include "load_row.wgsl"

//# if sparing
// Adds one to the count of `bin`, or beside the counts.
fn count_one(bin: u32${parameter}) {
    atomicAdd(&workgroup_counts[${"first_slot + " if in_groups}min(bin, ${bins}u)], 1u);
}
//# else
// Adds one to the count of `bin`${counts_of}, if there is such a bin.
fn count_one(bin: u32${parameter}) {
    if (bin < ${bins}u) {
        atomicAdd(&workgroup_counts[${"first_slot + " if in_groups}bin${" * " ~ copies ~ "u" if copies > 1}${" + copy" if copies > 1 and not in_groups}], 1u);
    }
}

// Counts the ${"element" if reads.lifted | length == 1 else "elements"} of a row.
fn count_row(${parameters}${parameter}) {
//# for bin in reads.lifted
    count_one(${bin}${beside});
//# endfor
}
//# endif
