//# for load in reads.group_loads
        let ${load.name} = ${load.text};
//# endfor
//# for c in range(per_invocation)
//# if c > 0 and sparing and not reads.own_loads[c]
        count_one(select(${bins}u, ${bin}(${reads.elements[c]}), index + ${c}u < available)${beside});
//# else
//# if c > 0
        if (index + ${c}u < available) {
//# endif
//# filter indent(4 if c > 0 else 0)
//# for load in reads.own_loads[c]
        let ${load.name} = ${load.text};
//# endfor
        count_one(${bin}(${reads.elements[c]})${beside});
//# endfilter
//# if c > 0
        }
//# endif
//# endif
//# endfor
