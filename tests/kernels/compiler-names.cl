// Distributions call the same Clang otherwise, which must not make other binaries, of AMD's library, with debug information or without.
// RUN: rm -rf %t && %clc compile %s -t amdgcn:gfx900 -t r600:cayman -t nvptx:sm_75 -t spirv64 -o %t
// RUN: not grep -r "clang version" %t
// RUN: rm -rf %t && %clc compile %s -g -t amdgcn:gfx900 -t nvptx:sm_75 -t spirv64 -o %t
// RUN: not grep -r "clang version" %t
kernel void k(global float* f) {
  f[get_global_id(0)] = sqrt(f[get_global_id(0)]);
}
