// Nothing defines the variables, because programs are not linked with others.
// RUN: --keep-going -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// FAIL: ^extern_variable\.cl:9:21: error: elsewhere has no value: nothing in this source defines it.*; used by k, helper$
// RUN: --keep-going -cl-opt-disable -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942
// FAIL: ^extern_variable\.cl:9:21: error: elsewhere has no value
// RUN: -DDEFINED -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942
// Unused, it is nobody's problem.
// RUN: -DUNUSED -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
extern constant int elsewhere[4];
#ifdef DEFINED
constant int elsewhere[4] = {1, 2, 3, 4};
#endif
#ifndef UNUSED
__attribute__((noinline)) int helper(int i) { return elsewhere[i & 3]; }
kernel void k(global int* o) { o[0] = helper(o[1]) + elsewhere[2]; }
#else
kernel void k(global int* o) { o[0] = 1; }
int unused(int i) { return elsewhere[i & 3]; }
#endif
