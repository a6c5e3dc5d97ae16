// An activation over blocks of eight, as oneDNN's for Gen9.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 32
// local: 16
// argument: near 8 0 0 0 0 0 0 0 0
// argument: input 1024
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global float8* out, global const uint* in) {
  const uint8 block = intel_sub_group_block_read8(in + 128 * get_group_id(0));
  const float8 x = convert_float8(as_int8(block) >> (int8)20);
  out[get_global_id(0)] = select(x * 0.5f, x, x > 0.0f);
}
