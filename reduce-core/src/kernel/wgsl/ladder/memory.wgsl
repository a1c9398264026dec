var<workgroup> lane_states: array<${state}, ${lanes}>;
