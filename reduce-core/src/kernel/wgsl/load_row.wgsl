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
