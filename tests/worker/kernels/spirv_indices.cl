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
// CHECK spirv: OpSelect %uint
// CHECK-NOT spirv: OpIAdd|OpSelect %ulong
// RUN: -t spirv64:1.2 -DWRAPS
// CHECK spirv: OpIAdd %uint
// RUN: -t spirv64:1.2 -DVECTORS
// CHECK spirv: PtrAccessChain %_ptr_CrossWorkgroup_v4float
// CHECK-NOT spirv: _uchar
// The part of an index that a loop does not change is an address of its own, not joined with the rest in each turn.
// RUN: -t spirv64:1.2 -t spirv64:1.4 -DROWS
// CHECK spirv: %(\w+) = OpPtrAccessChain %_ptr_Workgroup_uchar [\s\S]*= OpPtrAccessChain %_ptr_Workgroup_uchar %\1
// CHECK-NOT spirv: OpBitwiseOr
// A number in a group is as wide as an index without being narrowed, and its sums with others do not wrap around.
// RUN: -t spirv64:1.2 -DTREE
// CHECK spirv: OpIAdd %ulong %\w+ %ulong_16
// CHECK-NOT spirv: OpShift[\s\S]*OpReturn|OpSConvert %ulong|OpIAdd %uint
// Other narrowed numbers are that of the group, widened, and that in the group.
// RUN: -t spirv64:1.2 -DINDEX -DGROUP -DPRODUCT
// CHECK spirv: (OpISub %ulong[\s\S]*){2}
// CHECK-NOT spirv: mad24
// CHECK spirv: OpIMul %uint
// Exact are values, numbers of fewer bits, and numbers that grow by more; vectors of more than 16 bytes gain nothing.
// RUN: -t spirv64:1.2 -DVALUE -DSHORT -DTWICE -DWIDE
// CHECK-NOT spirv: OpISub
// The part of an index that all share is an address where the rest leads anywhere, and is not where it leads along a row.
// RUN: -t spirv64:1.2 -DANYWHERE
// CHECK spirv: %(\w+) = OpPtrAccessChain %_ptr_CrossWorkgroup_float [\s\S]*= OpPtrAccessChain %_ptr_CrossWorkgroup_float %\1
// RUN: -t spirv64:1.2 -DALONG
// CHECK-NOT spirv: %(\w+) = OpPtrAccessChain %_ptr_CrossWorkgroup_float [\s\S]*= OpPtrAccessChain %_ptr_CrossWorkgroup_float %\1
// RUN: -t spirv32:1.2 -DROWS
// RUN: -t spirv32:1.2 -DNARROWED -DSUM -DWRAPS
#ifdef ANYWHERE
kernel void anywhere(global const float* in, global float* out, ulong offset, ulong step, ulong end) {
  const ulong i = offset + get_global_id(0) / step;
  if (i < end) out[get_global_id(0)] = in[i];
}
#endif
#ifdef ALONG
kernel void along(global const float* in, global float* out, ulong offset, int by_rows, ulong end) {
  const ulong i = offset + (by_rows ? get_global_id(0) * 256 : get_global_id(0));
  if (i < end) out[get_global_id(0)] = in[i];
}
#endif
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
#ifdef INDEX
kernel void index(global const float* in, global float* out) {
  const int i = get_global_id(0);
  out[i] = in[i];
}
#endif
#ifdef GROUP
kernel void group(global const float* in, global float* out) {
  const int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  out[i] = in[i];
}
#endif
#ifdef PRODUCT
kernel void product(global float* out, int width) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[mad24(y, width, x)] = 0;
}
#endif
#ifdef VALUE
kernel void value(global long* out) { out[get_global_id(0)] = (int)get_global_id(0); }
#endif
#ifdef SHORT
kernel void shorter(global float* out) { out[(short)get_global_id(0)] = 0; }
#endif
#ifdef TWICE
kernel void twice(global float* out) { out[(int)(get_global_id(0) * 2)] = 0; }
#endif
#ifdef WIDE
kernel void wide(global float8* out) { out[(int)get_global_id(0)] = 0; }
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
