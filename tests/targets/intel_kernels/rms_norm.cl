// A norm as llama.cpp's, with its names for Intel's chips.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 64 2
// local: 64 1
// argument: near 1 4
// argument: input 512
// argument: local 16
#ifdef cl_intel_subgroups
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#endif
#ifdef cl_intel_required_subgroup_size
#pragma OPENCL EXTENSION cl_intel_required_subgroup_size : enable
#define REQD_SUBGROUP_SIZE_32 __attribute__((intel_reqd_sub_group_size(32)))
#endif
REQD_SUBGROUP_SIZE_32
kernel void entry(global float* dst, global const char4* x, local float* sum) {
  const char4 v = x[64 * get_group_id(1) + get_local_id(0)];
  const float4 f = convert_float4(v);
  const float all = sub_group_reduce_add(f.x * f.x + f.y * f.y + f.z * f.z + f.w * f.w);
  if (get_sub_group_local_id() == 0) sum[get_sub_group_id()] = all;
  barrier(CLK_LOCAL_MEM_FENCE);
  dst[64 * get_group_id(1) + get_local_id(0)] = f.x * (1.0f / sqrt((sum[0] + sum[1]) / 256 + 1e-5f));
}
