        let here = base + ${row}${" * " ~ stride ~ "u" if stride > 1};
//# for load in reads.group_loads
        let ${load.name} = ${load.text};
//# endfor
//# if positioned
        let p0 = position + ${row} * ${row_len}u;
//# endif
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
        columns${member} = fold_element(columns${member}, ${column.lift}(${reads.elements[c]}), ${row} == 0u);
//# else
        columns${member} = ${column.fold}(columns${member}, ${column.lift}(${reads.elements[c]}));
//# endif
//# endfilter
//# if c > 0
        }
//# endif
//# endfor
