// Drivers that take several work-items at a time see which elements are neighbours.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DNARROWED -o - | %disasm | FileCheck %s --check-prefix=NARROWED --implicit-check-not='{{OpShift|PtrAccessChain %%_ptr_CrossWorkgroup_uchar}}'
// NARROWED-LABEL: %narrowed = OpFunction
// NARROWED: OpSConvert %ulong
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DSUM -o - | %disasm | FileCheck %s --check-prefix=SUM --implicit-check-not='OpIAdd %%uint'
// SUM-LABEL: %sum = OpFunction
// SUM: OpIAdd %ulong
// The part of an index that a loop does not change is an address of its own, not joined with the rest in each iteration.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DROWS -o - | %disasm | FileCheck %s --check-prefix=ROWS --implicit-check-not=OpBitwiseOr
// ROWS-LABEL: %rows = OpFunction
// ROWS: [[ROW:%[0-9]+]] = OpPtrAccessChain %_ptr_Workgroup_uchar
// ROWS: OpPtrAccessChain %_ptr_Workgroup_uchar [[ROW]] %
// A number in a group is as wide as an index without being narrowed, and its sums with others do not wrap around.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DTREE -o - | %disasm | FileCheck %s --check-prefix=TREE --implicit-check-not='{{OpShift|OpSConvert %%ulong|OpIAdd %%uint}}'
// TREE-LABEL: %tree = OpFunction
// TREE: OpIAdd %ulong %{{[^ ]+}} %ulong_16
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
#ifdef SUM
kernel void sum(global const float* in, global float* out, int stride) {
  const int i = get_global_id(0);
  out[i] = in[i + stride];
}
#endif
#ifdef ROWS
kernel void rows(global const uchar* pixels, ulong end, local uchar* bins) {
  const uint item = get_local_id(0);
  ulong p = item * 256;
  for (uint i = 0; i < 256 && p < end; ++i, ++p) ++bins[item * 256 + pixels[p]];
}
#endif
