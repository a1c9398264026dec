
// A column with the lifted element of its next row, which begins the column or comes below the others.
fn fold_element(above: ${column.kind}, value: ${column.kind}, begins: bool) -> ${column.kind} {
    if (begins) {
        return value;
    }
    return ${column.fold}(above, value);
}
//# include "load_row.wgsl"
//# if not sparing

//# if members | length > 1 and (reads.by_sums or members | length < reads.lifted | length)
// The column of each group with its elements of the next row, which begins it or comes below the others.
fn fold_row(above: Columns, ${parameters}, begins: bool) -> Columns {
    var folded: Columns;
//# for member in members
//# set first = loop.index0
    folded${member} = fold_element(above${member}, ${reads.lifted[first]}, begins);
//# for turn in range(1, (reads.lifted | length) // (members | length))
    folded${member} = ${column.fold}(folded${member}, ${reads.lifted[first + turn * (members | length)]});
//# endfor
//# endfor
    return folded;
}
//# elif members | length > 1
// The columns with their elements of the next row, which begins them or comes below the others.
fn fold_row(above: Columns, ${parameters}, begins: bool) -> Columns {
    if (begins) {
        return Columns(
//# for lifted in reads.lifted
            ${lifted},
//# endfor
        );
    }
    return Columns(
//# for lifted in reads.lifted
        ${column.fold}(above${members[loop.index0]}, ${lifted}),
//# endfor
    );
}
//# else
// The ${unit} with its ${"element" if reads.lifted | length == 1 else "elements"} of the next row, which begins it or comes below the others.
fn fold_row(above: ${columns_type}, ${parameters}, begins: bool) -> ${columns_type} {
//# set lifted = reads.lifted
//# include "tiles/fold_lifted.wgsl"
}
//# endif
//# if reads.lifted_last

// The ${unit} with the elements of the last load of a group, which begin it or come below the others.
fn fold_last(above: ${columns_type}, ${parameters}, begins: bool) -> ${columns_type} {
//# set lifted = reads.lifted_last
//# include "tiles/fold_lifted.wgsl"
}
//# endif
//# endif
