    // All loads of the invocation in this row.
//# for load in few.neighbours
    let ${load.name} = ${load.text};
//# endfor
//# for load in few.loads
    let x${loop.index0} = ${load.text};
//# endfor
