    // ${lines.vectors} neighbouring invocations read ${lines.vectors} neighbouring vectors of the run of each.
    let of_line = invocation & ${lines.vectors - 1}u;
    for (var row = 0u; row < ${rows}u; row += ${lines.vectors}u) {
        let line = base - of_line * ${rows}u + row + of_line;
//# for load in lines.loads
        var x${loop.index0} = ${load};
//# endfor
        // Then each gives the others theirs: it has those of its own run, one after the other.
//# for step in lines.steps
        let is_right${loop.index0} = (of_line & ${step.distance}u) != 0u;
//# set is_right = "is_right" ~ loop.index0
//# for pair in step.pairs
        {
            let taken = subgroupShuffleXor(select(x${pair.right}, x${pair.left}, ${is_right}), ${step.distance}u);
            x${pair.left} = select(x${pair.left}, taken, ${is_right});
            x${pair.right} = select(taken, x${pair.right}, ${is_right});
        }
//# endfor
//# endfor
//# for arguments in lines.arguments
        columns = fold_row(columns, ${arguments}, ${"row == 0u" if loop.index0 == 0 else "false"});
//# endfor
    }
