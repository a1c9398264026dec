//# if watched
// Whether any loop was left early.
@group(0) @binding(${status}) var<storage, read_write> loops_ended: atomic<u32>;
//# endif
