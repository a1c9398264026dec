    // One copy of the operator for full tiles and for the last one, which ends early: ask at every element.
    for (var row = 0u; row < ${rows}u; row += 1u) {
        let index = row * ${columns}u + column;
        if (index >= available) {
            break;
        }
//# set row = "row"
//# include "tiles/guarded_row.wgsl"
    }
