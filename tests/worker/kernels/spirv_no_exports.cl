// Only kernels are entries, and nothing is linked later, but the built-in variables.
// RUN: -t spirv64:1.2 -t spirv32:1.4
// CHECK-NOT spirv: LinkageAttributes "[^"]*" Export
// CHECK-NOT spirv: LinkageAttributes "(?!__spirv_BuiltIn)
// CHECK-NOT spirv: __clang_ocl_kern_imp_
// CHECK spirv: BuiltIn GlobalInvocationId
__attribute__((noinline)) int helper(int x) { return x * 3; }
int unused(int x) { return x; }
constant int table[4] = {1, 2, 3, 4};
kernel void k(global int* o) { o[get_global_id(0)] = helper(o[0]) + table[o[1] & 3]; }
