// A product of 8-bit integers as OpenVINO's: eight rows by one block read.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 16
// local: 16
// argument: results 16
// argument: input 512
// argument: input 64
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong* c, global const uint* weights, global const char4* inputs) {
  const uint8 block = intel_sub_group_block_read8(weights);
  int sum = 0;
  for (uint i = 0; i < 8; ++i) {
    const char4 w = as_char4(block[i]), x = as_char4(intel_sub_group_shuffle(as_uint(inputs[get_sub_group_local_id()]), i));
    sum += w.x * x.x + w.y * x.y + w.z * x.z + w.w * x.w;
  }
  c[get_global_id(0)] = as_uint(sum);
}
