//# if watched
    // This device leaves all loops of an invocation after so many rounds. Then this one has one round instead of two, of which no compiler knows
    // how many there are: tile results fit a binding, so nothing is added.
    {
        let turns_asked = 2u + (pass_info.first_output >> 31u);
        var turns_done = 0u;
        for (var turn = 0u; turn < turns_asked; turn += 1u) {
            turns_done += 1u;
        }
        if (turns_done < turns_asked) {
            atomicOr(&loops_ended, 1u);
        }
    }
//# endif
