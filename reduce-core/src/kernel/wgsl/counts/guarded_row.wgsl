//# for load in reads.group_loads
        let ${load.name} = ${load.text};
//# endfor
//# for c in range(per_invocation)
//# set asks = c > 0 or ragged
//# if asks and sparing and not reads.own_loads[c]
        count_one(select(${bins}u, ${bin}(${reads.elements[c]}), index${" + " ~ c ~ "u" if c} < available)${beside});
//# else
//# if asks
        if (index${" + " ~ c ~ "u" if c} < available) {
//# endif
//# filter indent(4 if asks else 0)
//# for load in reads.own_loads[c]
        let ${load.name} = ${load.text};
//# endfor
        count_one(${bin}(${reads.elements[c]})${beside});
//# endfilter
//# if asks
        }
//# endif
//# endif
//# endfor
