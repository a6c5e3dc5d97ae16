// Nothing defines the variables, because programs are not linked with others.
// RUN: not %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress --keep-going -o %t.clcpack 2>&1 | FileCheck %s
// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 --keep-going -cl-opt-disable -o %t.clcpack 2>&1 | FileCheck %s
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -DDEFINED -o - | %valid
// Unused, it is nobody's problem.
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress -DUNUSED -o - | %valid
// CHECK: extern-variable.cl:[[@LINE+1]]:21: error: elsewhere has no value: nothing in this source defines it{{.*}}; used by k, helper{{$}}
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
