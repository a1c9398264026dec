        let here = base + ${row}${" * " ~ stride ~ "u" if stride > 1};
//# for load in reads.group_loads
        let ${load.name} = ${load.text};
//# endfor
//# if positioned
        let p0 = position + ${row} * ${row_len}u;
//# endif
//# for c in range(elements_a_load)
//# set column_of_load = c // groups_a_load
//# set member = members[c % groups_a_load + column_of_load // merged * groups_a_load]
//# if column_of_load > 0
        if (index + ${column_of_load}u < available) {
//# endif
//# filter indent(4 if column_of_load > 0 else 0)
//# for load in reads.own_loads[c]
        let ${load.name} = ${load.text};
//# endfor
//# if column_of_load % merged == 0
        columns${member} = fold_element(columns${member}, ${column.lift}(${reads.elements[c]}), ${row} == 0u);
//# else
        columns${member} = ${column.fold}(columns${member}, ${column.lift}(${reads.elements[c]}));
//# endif
//# endfilter
//# if column_of_load > 0
        }
//# endif
//# endfor
