// The lists of groups, and before them how many groups each has. Of each group: ${row_of_table}.
@group(0) @binding(${table}) var<storage, read> group_table: array<vec4<u32>>;

//# if ahead
// The row of the group that the workgroup folds.
var<private> row_here: vec4<u32>;
//# endif
// The groups of the list.
var<private> listed: u32;

// How many groups a list has; none if a list had no room for all.
fn count_listed(list: u32) -> u32 {
    let count = group_table[list / 4u][list % 4u];
    return select(count, 0u, group_table[${overflow // 4}][${overflow % 4}] == 1u);
}

// The row of a group. Behind the list are those of others, and more than a workgroup reads behind all of them, so a load need not wait for the number of rows.
fn row_of(number: u32) -> vec4<u32> {
    return group_table[pass_info.offset + number];
}
