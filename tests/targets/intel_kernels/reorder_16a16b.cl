// A reordering of oneDNN: rows of sixteen become columns by shuffles.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 8
// local: 8
// argument: results 64
// argument: input 256
__attribute__((intel_reqd_sub_group_size(8)))

kernel void entry(global ulong* out, global const uint* in) {
  const uint lane = get_sub_group_local_id();
  const uint8 rows = intel_sub_group_block_read8(in);
  for (uint i = 0; i < 8; ++i) {
    uint picked = 0;
    for (uint k = 0; k < 8; ++k) {
      const uint other = intel_sub_group_shuffle(rows[k], i);
      picked = k == lane ? other : picked;
    }
    out[8 * lane + i] = picked;
  }
}
