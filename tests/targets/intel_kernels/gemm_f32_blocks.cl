// A matrix product as oneDNN's: blocks of B by block reads, elements of A by shuffles.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 16 8
// local: 16 1
// argument: near 1 0
// argument: input 128
// argument: input 128
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global float* c, global const char* a, global const uint* b) {
  const uint lane = get_sub_group_local_id(), row = get_global_id(1);
  const float of_a = a[16 * row + lane];
  float sum = 0;
  for (uint k = 0; k < 2; ++k) {
    const char4 of_b = as_char4(intel_sub_group_block_read(b + 16 * k));
    for (uint i = 0; i < 4; ++i) sum += intel_sub_group_shuffle(of_a, 4 * k + i) * of_b[i];
  }
  c[16 * row + lane] = sum;
}
