    // The last tile of the input: its full rows, then the row that ends early.
    let full_rows = available / ${columns}u;
    for (var row = 0u; row < full_rows; row += 1u) {
        let here = base + row${" * " ~ stride ~ "u" if stride > 1};
        let x0 = ${reads.loads[0].at_here};
        if (row == 0u) {
            columns = lift_row(${reads.arguments[0].later});
        } else {
            columns = fold_row(columns, ${reads.arguments[0].later});
        }
    }
    let index = full_rows * ${columns}u + column;
    if (index < available) {
//# set row = "full_rows"
//# include "tiles/elements.wgsl"
    }
