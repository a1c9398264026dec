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
        let here = base + full_rows${" * " ~ stride ~ "u" if stride > 1};
//# if positioned
        let p0 = position + full_rows * ${columns}u;
//# endif
//# for load in reads.group_loads
        let ${load.name} = ${load.text};
//# endfor
        if (full_rows == 0u) {
//# for c in range(per_invocation)
//# set member = members[c // merged]
//# if c > 0
            if (index + ${c}u < available) {
//# endif
//# filter indent(4 if c > 0 else 0)
//# for load in reads.own_loads[c]
            let ${load.name} = ${load.text};
//# endfor
//# if c % merged == 0
            columns${member} = ${column.lift}(${reads.elements[c]});
//# else
            columns${member} = ${column.fold}(columns${member}, ${column.lift}(${reads.elements[c]}));
//# endif
//# endfilter
//# if c > 0
            }
//# endif
//# endfor
        } else {
//# for c in range(per_invocation)
//# set member = members[c // merged]
//# if c > 0
            if (index + ${c}u < available) {
//# endif
//# filter indent(4 if c > 0 else 0)
//# for load in reads.own_loads[c]
            let ${load.name} = ${load.text};
//# endfor
            columns${member} = ${column.fold}(columns${member}, ${column.lift}(${reads.elements[c]}));
//# endfilter
//# if c > 0
            }
//# endif
//# endfor
        }
    }
