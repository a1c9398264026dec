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
