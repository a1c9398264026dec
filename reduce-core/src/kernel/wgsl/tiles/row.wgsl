//# if reads.members

// The elements of an invocation in a row.
struct Row {
//# for member in reads.members
    ${member.name}: ${member.kind},
//# endfor
}

// Loads group `group` of the input.
fn load_row(group: u32) -> Row {
    return Row(
//# for member in reads.members
        ${member.load},
//# endfor
    );
}
//# endif

//# if members | length > 1
// The columns begun with their first row.
//# else
// The ${unit} begun with its first row.
//# endif
fn lift_row(${parameters}) -> ${columns_type} {
    var row: ${columns_type};
//# for lifted in reads.lifted
    row${members[lifted.column]} = ${lifted.value if lifted.is_first else column.fold ~ "(row" ~ members[lifted.column] ~ ", " ~ lifted.value ~ ")"};
//# endfor
    return row;
}

//# if members | length > 1
// The columns with one more row.
//# else
// The ${unit} with one more row.
//# endif
fn fold_row(above: ${columns_type}, ${parameters}) -> ${columns_type} {
    var row = above;
//# for lifted in reads.lifted
    row${members[lifted.column]} = ${column.fold}(row${members[lifted.column]}, ${lifted.value});
//# endfor
    return row;
}
