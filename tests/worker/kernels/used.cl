// __attribute__((used)) keeps variables and functions for linkers, which programs do not meet.
// RUN: -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// CHECK spirv64: OpConstantComposite
// CHECK-NOT spirv*: unread
// RUN: -cl-opt-disable -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942
// RUN: -DGLOBAL -cl-std=CL2.0 -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942
__attribute__((used)) constant int unread = 1;
__attribute__((used)) constant int table[4] = {1, 2, 3, 4};
__attribute__((used)) static int uncalled(int x) { return x * 3; }
__attribute__((used)) int helper(int x) { return x + table[x & 3]; }
#ifdef GLOBAL
__attribute__((used)) global int counter;
#endif
kernel __attribute__((used)) void k(global int* o) { o[0] = helper(o[1]); }
