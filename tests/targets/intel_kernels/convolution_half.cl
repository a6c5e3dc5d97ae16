// A convolution of half as OpenVINO's: blocks of eight, neighbours by shuffles.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups_short cl_khr_fp16
// global: 32
// local: 16
// argument: near 8 0 0 0 0 0 0 0 0
// argument: input 512
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global float8* out, global const ushort* in) {
  const uint group = get_group_id(0), lane = get_sub_group_local_id();
  const short8 raw = as_short8(intel_sub_group_block_read_us8(in + 128 * group)) >> (short8)8;
  const half8 x = convert_half8(raw);
  half8 sum = 2.0h * x;
  for (uint i = 0; i < 8; ++i) {
    const half before = intel_sub_group_shuffle(x[i], (lane + 15) % 16), after = intel_sub_group_shuffle(x[i], (lane + 1) % 16);
    sum[i] += before - after;
  }
  out[get_global_id(0)] = convert_float8(sum);
}
