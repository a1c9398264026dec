    // One copy of the operator for full tiles and for the last one, which ends early: ask at every element.
    for (var row = 0u; row < ${rows}u; row += 1u) {
        let index = row * ${columns}u + column;
        if (index >= available) {
            break;
        }
        let here = base + row${" * " ~ stride ~ "u" if stride > 1};
//# for load in reads.group_loads
        let ${load.name} = ${load.text};
//# endfor
//# if positioned
        let p0 = position + row * ${columns}u;
//# endif
//# for load in reads.own_loads[0]
        let ${load.name} = ${load.text};
//# endfor
        columns${members[0]} = fold_element(columns${members[0]}, ${column.lift}(${reads.elements[0]}), row);
//# for c in range(1, per_invocation)
        if (index + ${c}u < available) {
//# for load in reads.own_loads[c]
            let ${load.name} = ${load.text};
//# endfor
//# set member = members[c // merged]
//# if c % merged == 0
            columns${member} = fold_element(columns${member}, ${column.lift}(${reads.elements[c]}), row);
//# else
            columns${member} = ${column.fold}(columns${member}, ${column.lift}(${reads.elements[c]}));
//# endif
        }
//# endfor
    }
