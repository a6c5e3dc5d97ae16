// A kernel's argument points into an address space that the target has.
// RUN: not %clc compile %s -t spirv64 -t amdgcn:gfx1100 -t r600:cypress --keep-going -o %t.clcpack 2>&1 | FileCheck %s
// CHECK: unknown-address-space.cl:{{[0-9]+}}:{{[0-9]+}}: error: kernel k has an argument that points into address space 77, which the target lacks
kernel void k(__attribute__((address_space(77))) int* p, global int* o) { o[0] = p[0]; }
