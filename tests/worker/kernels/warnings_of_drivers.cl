// Errors of newer Clangs alone are warnings, as they are for the compilers of drivers.
// RUN: -t spirv64:1.2 -t nvptx:sm_50 -t amdgcn:gfx90a -cl-std=CL1.2
// STDERR: warning: incompatible pointer types
// STDERR: warning: incompatible integer to pointer conversion
// STDERR: warning: type specifier missing
// STDERR: warning: chained comparison
// STDERR-NOT: error:
// RUN: -t spirv64:1.2 -Werror
// FAIL: error: incompatible pointer types
// RUN: -t spirv64:1.2 -w
// STDERR-NOT: warning
helper(const int* p) { return *p; }
kernel void k(global float* a, global int* b, ulong place) {
  global float4* v = a;
  global int* q = place;
  global int* wrong = a + 1;
  b[0] = q[2] + wrong[0] + helper((int*)place);
  if (0 < b[1] <= b[2]) v[0] = (float4)1;
}
