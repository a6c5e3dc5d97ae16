// RUN: not %clc compile %s -t spirv64 -o %t.clcpack 2>&1 | FileCheck %s
// RUN: not %clc compile %s -t nvptx:sm_90 -o %t.clcpack 2>&1 | FileCheck %s
// CHECK: undefined-functions.cl{{.*}}error: {{.*}}nowhere
// Unused, it is nobody's problem.
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -DUNUSED -o - | %valid
#ifdef UNUSED
#define DEFINED 1
#else
#define DEFINED 0
#endif
int nowhere(int x);
kernel void k(global int* o) { o[0] = DEFINED ? 3 : nowhere(o[1]); }
