// __attribute__((used)) keeps variables and functions for linkers, which programs do not meet.
// RUN: %clc compile %s -t spirv64 -o - | %disasm | FileCheck %s --implicit-check-not=unread --implicit-check-not=uncalled
// RUN: %clc compile %s -t spirv32 -o - | %disasm | FileCheck %s --implicit-check-not=unread --implicit-check-not=uncalled
// CHECK: OpConstantComposite
// CHECK: %k = OpFunction
// RUN: %clc compile %s -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress -o - | %valid
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -cl-opt-disable -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -DGLOBAL -cl-std=CL2.0 -o - | %valid
__attribute__((used)) constant int unread = 1;
__attribute__((used)) constant int table[4] = {1, 2, 3, 4};
__attribute__((used)) static int uncalled(int x) { return x * 3; }
__attribute__((used)) int helper(int x) { return x + table[x & 3]; }
#ifdef GLOBAL
__attribute__((used)) global int counter;
#endif
kernel __attribute__((used)) void k(global int* o) { o[0] = helper(o[1]); }
