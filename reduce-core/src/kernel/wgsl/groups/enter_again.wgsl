//# if asks and load_sets > 1
    // Where an element is in its word is asked for again.
    enter(first_group + (${u}u << groups_log) + member, ${within});
//# endif
