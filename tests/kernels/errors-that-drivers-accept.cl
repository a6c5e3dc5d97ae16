// Errors of newer Clangs alone are warnings, as they are for the compilers of drivers.
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t spirv64:1.2 -t nvptx:sm_50 -t amdgcn:gfx90a -cl-std=CL1.2 -o %t.clcpack 2>&1 | FileCheck %s --implicit-check-not='error:'
// CHECK-DAG: warning: incompatible pointer types
// CHECK-DAG: warning: incompatible integer to pointer conversion
// CHECK-DAG: warning: type specifier missing
// CHECK-DAG: warning: chained comparison
// RUN: not %clc compile %s -t spirv64:1.2 -Werror -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=WERROR
// WERROR: error: incompatible pointer types
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t spirv64:1.2 -w -q -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// QUIET-NOT: {{.}}
helper(const int* p) { return *p; }
kernel void k(global float* a, global int* b, ulong place) {
  global float4* v = a;
  global int* q = place;
  global int* wrong = a + 1;
  b[0] = q[2] + wrong[0] + helper((int*)place);
  if (0 < b[1] <= b[2]) v[0] = (float4)1;
}
