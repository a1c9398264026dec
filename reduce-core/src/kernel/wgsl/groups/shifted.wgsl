//# for count in part.counts
//# set of_all = part.of_neighbours[loop.index0]
//# set components = of_all | length // (count + 1)
//# set is_packed = part.per_component > 1
//# set needed = count * components + (1 if is_packed else 0)

//# if count == 1
// Load `index` of the elements of the group, which may begin between two vectors${", and inside a word" if is_packed}. Neighbouring loads have one vector in common, so both are found by one rule.
fn ${part.load}(index: u32) -> ${part.word} {
//# else
// Load `index` and the ${count - 1} behind it, by ${count + 1} vectors.
fn ${part.load}_and_next(index: u32) -> array<${part.word}, ${count}> {
//# endif
    let at = group_${part.start} / ${per_invocation}u + index;
    let last = arrayLength(&${part.name}) - 1u;
//# for vector in range(count + 1)
    let u${vector} = ${part.name}[min(at${(" + " ~ vector ~ "u") if vector}, last)];
//# endfor
//# if components > 1
    let by_one = (group_${part.start} & ${part.per_component}u) == ${part.per_component}u;
//# endif
//# if components == 4
    let by_two = (group_${part.start} & ${2 * part.per_component}u) == ${2 * part.per_component}u;
//# for index in range(0, needed + 1)
    let t${index} = select(${of_all[index]}, ${of_all[index + 2]}, by_two);
//# endfor
//# endif
//# for index in range(0, needed)
//# if components == 4
    let w${index} = select(t${index}, t${index + 1}, by_one);
//# elif components == 2
    let w${index} = select(${of_all[index]}, ${of_all[index + 1]}, by_one);
//# else
    let w${index} = ${of_all[index]};
//# endif
//# endfor
//# if is_packed
    // The bits of a word in front of its first element: at most 24, so that no shift is by 32.
    let before = group_${part.start} % ${part.per_component}u * ${32 // part.per_component}u;
//# endif
//# if count > 1
    return array<${part.word}, ${count}>(
//# endif
//# for load in range(count)
${"    return" if count == 1 else "       "} ${part.word}(
//# for component in range(components)
//# set index = load * components + component
//# if is_packed
        (w${index} >> before) | ((w${index + 1} << 1u) << (31u - before)),
//# else
        w${index},
//# endif
//# endfor
    )${";" if count == 1 else ","}
//# endfor
//# if count > 1
    );
//# endif
}
//# endfor
