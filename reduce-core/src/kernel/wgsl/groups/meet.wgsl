//# set join = column.fold if meets_in_order else exchanged.combine
//# if unrolled
    // The invocations of a group meet: first those of a subgroup, by shuffles.
//# if held < sets
    // While there are several sets, each lane gives the state of one to its neighbour for that of the other, and folds the two that it has then: half as many
    // states a level. At the end, neighbouring lanes have different sets.
//# endif
//# for u in range(sets)
    var folded${u} = state${u};
//# endfor
//# for level in range(levels)
//# set distance = 2 ** level ~ "u"
//# if knows_counts
//# if known_more
    let is_apart${level} = left + slice < ${2 ** (level + 1)}u;
//# elif known_less
    let is_apart${level} = left + ((slice | ${2 ** (level + 1) - 1}u) + 1u) * ${columns_a_lane}u > pass_info.length;
//# endif
//# endif
//# if not all_lanes
    let has_right${level} = (((slice >> ${level}u) | 1u) << ${level}u) < lanes0;
//# endif
//# if sets // 2 ** level > 1
    let is_right${level} = (slice & ${distance}) != 0u;
//# for u in range(sets // 2 ** (level + 1))
    {
        var left = folded${2 * u};
        var right = folded${2 * u + 1};
        var given = right;
        if (is_right${level}) {
            given = left;
        }
        let taken = ${exchanged.shuffle}(given, ${distance});
        if (is_right${level}) {
            left = taken;
        } else {
            right = taken;
        }
//# if knows_counts
//# set (folded, left_of_node, right_of_node, is_apart, lanes_of_node) = ("folded" ~ u, "uncounted(left)", "uncounted(right)", "is_apart" ~ level, 2 ** level)
//# filter indent(4)
//# include "groups/combine_counted.wgsl"
//# endfilter
//# elif all_lanes
        folded${u} = ${join}(left, right);
//# else
        folded${u} = left;
        if (has_right${level}) {
            folded${u} = ${join}(left, right);
        }
//# endif
    }
//# endfor
//# else
//# if knows_counts
    let right${level} = uncounted(${exchanged.shuffle}(folded0, ${distance}));
//# set (folded, left_of_node, right_of_node, is_apart, lanes_of_node) = ("folded0", "uncounted(folded0)", "right" ~ level, "is_apart" ~ level, 2 ** level)
//# include "groups/combine_counted.wgsl"
//# elif all_lanes
    folded0 = ${join}(folded0, ${exchanged.shuffle}(folded0, ${distance}));
//# else
    let right${level} = ${exchanged.shuffle}(folded0, ${distance});
    if (has_right${level}) {
        folded0 = ${join}(folded0, right${level});
    }
//# endif
//# endif
//# endfor
//# for u in range(held)
//# set index = ("(" ~ u * spread ~ "u << groups_log)" if held == sets else "((" ~ u * spread ~ "u + (slice & " ~ (spread - 1) ~ "u)) << groups_log)") ~ " + member"
    var group${u} = first_group + ${index | called(numbering)};
    var writes${u} = slice < ${spread}u;
//# endfor
//# if held < sets
    // All groups have as many invocations.
    let lanes_of_all = lanes0;
//# for u in range(held)
    lanes${u} = select(0u, lanes_of_all, group${u} < pass_info.groups);
//# endfor
//# endif
//# if levels_beyond > 0
    // Beyond it, each subgroup leaves its states in workgroup memory, and an invocation takes each.
    if (subgroup_lane < ${spread}u) {
//# for u in range(held)
        workgroup_states[min((${u * spread}u + subgroup_lane) * ${slots // sets}u + subgroup_number, ${slots - 1}u)] = folded${u};
//# endfor
    }
    workgroupBarrier();
    let index_of_state = invocation & ${2 ** levels_beyond - 1}u;
    group0 = first_group + ${("(invocation >> " ~ levels_beyond ~ "u)") | called(numbering)};
    writes0 = invocation < ${slots}u && index_of_state == 0u;
//# for u in range(1, held)
    writes${u} = false;
//# endfor
    lanes0 = ${lanes_of_group0};
    folded0 = workgroup_states[min(invocation, ${slots - 1}u)];
//# for level in range(levels_beyond)
//# if knows_counts
//# if known_more
    let is_apart_behind${level} = left + index_of_state < ${2 ** (level + 1)}u;
//# elif known_less
    let is_apart_behind${level} = left + ((index_of_state | ${2 ** (level + 1) - 1}u) + 1u) * ${columns_a_lane * 2 ** levels}u > pass_info.length;
//# endif
    let behind${level} = uncounted(${exchanged.shuffle}(folded0, ${2 ** level}u));
//# set (folded, left_of_node, right_of_node, is_apart, lanes_of_node) = ("folded0", "uncounted(folded0)", "behind" ~ level, "is_apart_behind" ~ level, 2 ** (levels + level))
//# include "groups/combine_counted.wgsl"
//# elif all_lanes
    folded0 = ${join}(folded0, ${exchanged.shuffle}(folded0, ${2 ** level}u));
//# else
    let behind${level} = ${exchanged.shuffle}(folded0, ${2 ** level}u);
    if ((index_of_state + ${2 ** level}u) * ${2 ** levels}u < lanes0) {
        folded0 = ${join}(folded0, behind${level});
    }
//# endif
//# endfor
//# endif
//# elif by_subgroups
    // The invocations of a group meet: first those of a subgroup, by shuffles.
    let slices = 1u << ${slices_log};
//# for u in range(sets)
    var folded${u} = reduce_lanes(state${u}, lanes${u}, slice, min(slices, subgroup_width));
    var group${u} = first_group + ${("(" ~ u ~ "u << groups_log) + member") | called(numbering)};
    var writes${u} = slice == 0u;
//# endfor
    if (slices > subgroup_width) {
        // Beyond it, each subgroup leaves its state in workgroup memory, and an invocation takes each.
        let width_log = countTrailingZeros(subgroup_width);
        if (subgroup_lane == 0u) {
//# for u in range(sets)
            workgroup_states[min((${u}u << (${workgroup_log}u - width_log)) + subgroup_number, ${slots - 1}u)] = folded${u};
//# endfor
        }
        workgroupBarrier();
        var left_over = ${sets}u << (${workgroup_log}u - width_log);
        var covered_log = width_log;
        for (; covered_log < ${slices_log}; covered_log += width_log) {
            let states_log = ${slices_log} - covered_log;
            let index = invocation & ((1u << states_log) - 1u);
            group0 = first_group + ${"(invocation >> states_log)" | called(numbering)};
            writes0 = invocation < left_over && index == 0u;
            lanes0 = ${lanes_of_group0};
            folded0 = reduce_lanes(
                workgroup_states[min(invocation, left_over - 1u)],
                (lanes0 + (1u << covered_log) - 1u) >> covered_log,
                index,
                min(1u << states_log, subgroup_width),
            );
            if (covered_log + width_log < ${slices_log}) {
                workgroupBarrier();
                if (subgroup_lane == 0u && invocation < left_over) {
                    workgroup_states[invocation >> width_log] = folded0;
                }
                workgroupBarrier();
            }
            left_over >>= width_log;
        }
//# for u in range(1, sets)
        writes${u} = false;
//# endfor
    }
//# else
//# for u in range(sets)
    let folded${u} = reduce_group(state${u}, lanes${u}, slice, invocation${", subgroup_width" if subgroups});
    let group${u} = first_group + ${("(" ~ u ~ "u << groups_log) + member") | called(numbering)};
    let writes${u} = slice == 0u;
//# endfor
//# endif
