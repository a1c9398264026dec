    // The last tile of the input: its full rows, then the row that ends early.
    let full_rows = available / ${columns}u;
    for (var row = 0u; row < full_rows; row += 1u) {
        columns = fold_row(columns, ${reads.row}, row == 0u);
    }
    let index = full_rows * ${columns}u + column;
    if (index < available) {
//# set row = "full_rows"
//# include "tiles/guarded_row.wgsl"
    }
