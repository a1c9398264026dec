// How much all invocations of the workgroup in front of this one have.

var<workgroup> scanned_values: array<u32, ${workgroup_size}>;

fn before_in_workgroup(own: u32, invocation: u32) -> u32 {
    scanned_values[invocation] = own;
    workgroupBarrier();
    for (var distance = 1u; distance < ${workgroup_size}u; distance *= 2u) {
        var left = 0u;
        if (invocation >= distance) {
            left = scanned_values[invocation - distance];
        }
        workgroupBarrier();
        scanned_values[invocation] += left;
        workgroupBarrier();
    }
    return scanned_values[invocation] - own;
}
