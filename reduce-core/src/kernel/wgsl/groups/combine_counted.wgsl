//# set of_node = columns_a_lane * known_rows * lanes_of_node
//# if known_more or known_less
    // The node of the ${"first" if known_more else "last"} invocation has ${"more" if known_more else "fewer"} elements than others.
    if (${is_apart}) {
        ${folded} = ${join}(
            counted(${left_of_node}, ${(of_node + known_more) | literals(count_kinds)}),
            counted(${right_of_node}, ${(of_node - known_less) | literals(count_kinds)}),
        );
    } else {
        ${folded} = ${join}(
            counted(${left_of_node}, ${of_node | literals(count_kinds)}),
            counted(${right_of_node}, ${of_node | literals(count_kinds)}),
        );
    }
//# else
    ${folded} = ${join}(
        counted(${left_of_node}, ${of_node | literals(count_kinds)}),
        counted(${right_of_node}, ${of_node | literals(count_kinds)}),
    );
//# endif
