// A kernel's argument points into an address space that the target has.
// RUN: --keep-going -t spirv64 -t amdgcn:gfx1100 -t r600:cypress
// FAIL: ^unknown_address_space\.cl:\d+:\d+: error: kernel k has an argument that points into address space 77, which the target has not
kernel void k(__attribute__((address_space(77))) int* p, global int* o) { o[0] = p[0]; }
