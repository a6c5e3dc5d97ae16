// Drivers that take several work-items at a time see which elements are neighbours.
// RUN: -t spirv64:1.2 -DNARROWED
// CHECK spirv: OpSConvert %ulong
// CHECK-NOT spirv: OpShift|PtrAccessChain %_ptr_CrossWorkgroup_uchar
// RUN: -t spirv64:1.2 -t spirv64:1.4 -DNOT_NEGATIVE
// CHECK spirv: OpISub %ulong
// CHECK-NOT spirv: OpISub %uint|OpUConvert %ulong
// RUN: -t spirv64:1.2 -DSUM
// CHECK spirv: OpIAdd %ulong
// CHECK-NOT spirv: OpIAdd %uint
// Where they are none, narrow numbers are quicker; and what may wrap around stays as it is.
// RUN: -t spirv64:1.2 -DNO_NEIGHBOURS
// CHECK spirv: OpIAdd %uint
// CHECK-NOT spirv: OpIAdd %ulong
// RUN: -t spirv64:1.2 -DWRAPS
// CHECK spirv: OpIAdd %uint
// RUN: -t spirv64:1.2 -DVECTORS
// CHECK spirv: PtrAccessChain %_ptr_CrossWorkgroup_v4float
// CHECK-NOT spirv: _uchar
// The part of an index that a loop does not change is an address of its own, not joined with the rest in each turn.
// RUN: -t spirv64:1.2 -t spirv64:1.4 -DROWS
// CHECK spirv: %(\w+) = OpPtrAccessChain %_ptr_Workgroup_uchar [\s\S]*= OpPtrAccessChain %_ptr_Workgroup_uchar %\1
// CHECK-NOT spirv: OpBitwiseOr
// A number of a work-item is widened once, where it is narrowed, and its sums with others do not wrap around.
// RUN: -t spirv64:1.2 -DTREE
// CHECK spirv: OpSConvert %ulong
// CHECK spirv: OpIAdd %ulong %\w+ %ulong_16
// CHECK-NOT spirv: OpShift[\s\S]*OpReturn|OpSConvert %ulong[\s\S]*OpSConvert %ulong|OpIAdd %uint
// RUN: -t spirv32:1.2 -DROWS
// RUN: -t spirv32:1.2 -DNARROWED -DSUM -DWRAPS
#ifdef NARROWED
kernel void narrowed(global float* o) {
  const int i = get_global_id(0);
  o[i] = i;
}
#endif
#ifdef TREE
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void tree(global const float* in, global float* out, int n) {
  local float sums[64];
  const int i = get_local_id(0);
  float sum = 0;
  if (i < n) sum = in[i];
  sums[i] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 32; step > 0; step /= 2) {
    if (i < step) sums[i] += sums[i + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i == 0) *out = sums[0];
}
#endif
#ifdef NOT_NEGATIVE
kernel void not_negative(local int* o, int by) {
  const int i = get_local_id(0);
  const int before = i >= by ? o[i - by] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[i] += before;
}
#endif
#ifdef SUM
kernel void sum(global const float* in, global float* out, int stride) {
  const int i = get_global_id(0);
  out[i] = in[i + stride];
}
#endif
#ifdef NO_NEIGHBOURS
kernel void no_neighbours(global const float* in, global float* out, int width) {
  const size_t i = get_global_id(0);
  out[i] = in[clamp((int)i, 3, 9) + clamp(width, 0, 5)];
}
#endif
#ifdef WRAPS
kernel void wraps(global const float* in, global float* out, uint stride) {
  const uint i = get_global_id(0);
  out[i] = in[(int)(i + stride)];
}
#endif
#ifdef VECTORS
kernel void vectors(global float4* o, int stride) {
  const int i = get_global_id(0);
  o[i] = o[i + stride];
}
#endif
#ifdef ROWS
kernel void rows(global const uchar* pixels, ulong end, local uchar* bins) {
  const uint item = get_local_id(0);
  ulong p = item * 256;
  for (uint i = 0; i < 256 && p < end; ++i, ++p) ++bins[item * 256 + pixels[p]];
}
#endif
