//# if groups > 1
        let member = place / ${bins}u;
        let bin = place % ${bins}u;
        let slot = (member * ${apart}u + bin)${" * " ~ copies ~ "u" if copies > 1};
//# else
        let bin = place;
        let slot = place${" * " ~ copies ~ "u" if copies > 1};
//# endif
//# if copies > 1
        // Neighbouring invocations begin with different copies, which lie apart in memory.
        var value = 0u;
        for (var turn = 0u; turn < ${copies}u; turn += 1u) {
            value += atomicLoad(&workgroup_counts[slot + (invocation + turn) % ${copies}u]);
        }
//# else
        let value = atomicLoad(&workgroup_counts[slot]);
//# endif
