// Pooling over a window that slides, with two registers a shuffle.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 64
// local: 16
// argument: results 64
// argument: input 256
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong* out, global const uint* in) {
  const uint group = 16 * get_group_id(0);
  const uint here = intel_sub_group_block_read(in + group), next = intel_sub_group_block_read(in + (group + 16) % 64);
  uint top = here;
  for (uint i = 1; i < 4; ++i) top = max(top, intel_sub_group_shuffle_down(here, next, i));
  const uint below = intel_sub_group_shuffle_up(next, here, 3u);
  out[get_global_id(0)] = top * 3ul + below;
}
