// A norm over half, eight to an item by block reads.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups_short cl_khr_fp16
// global: 16 2
// local: 16 1
// argument: near 8 16 16 16 16 16 16 16 16
// argument: input 512
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global float8* out, global const ushort* in) {
  const short8 raw = as_short8(intel_sub_group_block_read_us8(in + 128 * get_group_id(1))) >> (short8)7;
  const float8 x = convert_float8(convert_half8(raw));
  const float4 two = x.lo + x.hi;
  const float mean = sub_group_reduce_add(two.x + two.y + two.z + two.w) / 128;
  const float8 off = x - mean;
  const float4 square = off.lo * off.lo + off.hi * off.hi;
  const float variance = sub_group_reduce_add(square.x + square.y + square.z + square.w) / 128;
  out[16 * get_group_id(1) + get_sub_group_local_id()] = floor(off * 16.0f / sqrt(variance + 1e-5f));
}
