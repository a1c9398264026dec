// How much all invocations of the workgroup in front of this one have: one of each sixteen sums them up, and each adds what is in front of it.
// Two barriers, where halving the distance took sixteen: 2 to 5 % of the time of keys and runs on an H100.

// Behind the values of sixteen invocations one word is left out, so that neighbouring sums read different banks.
var<workgroup> scanned_values: array<u32, ${workgroup_size // 16 * 17}>;
var<workgroup> scanned_sixteens: array<u32, ${workgroup_size // 16}>;

fn before_in_workgroup(own: u32, invocation: u32) -> u32 {
    let sixteen = invocation / 16u;
    let first = sixteen * 17u;
    scanned_values[first + invocation % 16u] = own;
    workgroupBarrier();
    if (invocation < ${workgroup_size // 16}u) {
        var sum = 0u;
//# for index in range(16)
        sum += scanned_values[invocation * 17u + ${index}u];
//# endfor
        scanned_sixteens[invocation] = sum;
    }
    workgroupBarrier();
    var before = 0u;
//# for index in range(workgroup_size // 16 - 1)
    before += select(0u, scanned_sixteens[${index}u], ${index}u < sixteen);
//# endfor
//# for index in range(15)
    before += select(0u, scanned_values[first + ${index}u], ${index}u < invocation % 16u);
//# endfor
    return before;
}

// How much all invocations of the workgroup have, behind `before_in_workgroup`.
fn in_workgroup() -> u32 {
    var sum = 0u;
//# for index in range(workgroup_size // 16)
    sum += scanned_sixteens[${index}u];
//# endfor
    return sum;
}
