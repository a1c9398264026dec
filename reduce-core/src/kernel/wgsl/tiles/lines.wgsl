    // ${lines.vectors} neighbouring invocations read ${lines.vectors} neighbouring vectors of the run of each.
    let of_line = invocation & ${lines.vectors - 1}u;
    for (var row = 0u; row < ${rows}u; row += ${lines.vectors}u) {
        let line = base - of_line * ${rows}u + row + of_line;
//# for load in lines.loads
        var x${loop.index0} = ${load};
//# endfor
//# include "tiles/transpose.wgsl"
//# for arguments in lines.arguments
        columns = fold_row(columns, ${arguments}, ${"row == 0u" if loop.index0 == 0 else "false"});
//# endfor
    }
