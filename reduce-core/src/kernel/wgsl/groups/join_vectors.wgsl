
//# set part = parts[0]
//# set count = 1
//# set of_all = part.of_neighbours[0]
//# set components = of_all | length // 2
//# set is_packed = part.per_component > 1
//# set needed = components + (1 if is_packed else 0)
// The vector of elements of the group that begins in the first of these two, and ends in the second.
fn join_vectors(u0: ${part.word}, u1: ${part.word}) -> ${part.word} {
//# include "groups/shift_words.wgsl"
}
