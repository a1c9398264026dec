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
//# include "groups/shift_words.wgsl"
}
//# endfor
