
// Whether the workgroup has a group of more elements than one invocation folds.
var<workgroup> longer_count: atomic<u32>;
// How its groups are folded: 0 by an invocation each, 2 so as well with all loads together, 1 sorted.
var<workgroup> path: u32;

// Folds the elements of a load, of which there are ${per_invocation} or, at the end of a group, `left`.
fn fold_loaded(${parameters}, left: u32) -> ${column.kind} {
    var columns: ${columns_type};
    columns = fold_row(columns, ${tiny.handed}, true);
//# for step in column_tree
    if (left > ${step.right}u) {
        columns${members[step.left]} = ${column.combine}(columns${members[step.left]}, columns${members[step.right]});
    }
//# endfor
    return columns${members[0]};
}

// Folds load `index` of the group, of whose elements so many are left there.
fn fold_1(index: u32, left: u32) -> ${column.kind} {
    let first = index * ${per_invocation}u;
    return fold_loaded(${tiny.loaded}, left);
}
//# for half in tiny.halves

// Folds up to ${2 * half} loads from `index` on by a balanced binary tree; what is missing on the right is skipped.
fn fold_${2 * half}(index: u32, left: u32) -> ${column.kind} {
    var folded = fold_${half}(index, left);
    if (left > ${half * per_invocation}u) {
        folded = ${column.combine}(folded, fold_${half}(index + ${half}u, left - ${half * per_invocation}u));
    }
    return folded;
}
//# endfor
