// Only kernels are entries, and nothing is linked later, but the built-in variables.
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='LinkageAttributes "{{[^_]}}' --implicit-check-not=Export --implicit-check-not=__clang_ocl_kern_imp_
// RUN: %clc compile %s -t spirv32:1.4 -o - | %disasm | FileCheck %s --implicit-check-not='LinkageAttributes "{{[^_]}}' --implicit-check-not=Export --implicit-check-not=__clang_ocl_kern_imp_
// CHECK: LinkageAttributes "__spirv_BuiltInGlobalInvocationId" Import
// CHECK: BuiltIn GlobalInvocationId
// CHECK: %helper = OpFunction
__attribute__((noinline)) int helper(int x) { return x * 3; }
int unused(int x) { return x; }
constant int table[4] = {1, 2, 3, 4};
kernel void k(global int* o) { o[get_global_id(0)] = helper(o[0]) + table[o[1] & 3]; }
