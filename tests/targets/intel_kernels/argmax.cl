// The place of the largest element, by shuffles of value and place together.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 64
// local: 16
// argument: results 64
// argument: input 256
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong* out, global const uint* in) {
  uint2 best = (uint2)(in[get_global_id(0)], get_global_id(0));
  for (uint by = 8; by > 0; by /= 2) {
    const uint2 other = intel_sub_group_shuffle_xor(best, by);
    best = other.x > best.x || (other.x == best.x && other.y < best.y) ? other : best;
  }
  out[get_global_id(0)] = upsample(best.x, best.y);
}
