var<workgroup> workgroup_states: array<${state}, ${workgroup_size}>;
