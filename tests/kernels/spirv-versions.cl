// RUN: %clc compile %s -t spirv64 -o - | %disasm | FileCheck %s -DBITS=64 -DVERSION=1.2
// RUN: %clc compile %s -t spirv64:1.0 -o - | %disasm | FileCheck %s -DBITS=64 -DVERSION=1.0
// RUN: %clc compile %s -t spirv64:1.1 -o - | %disasm | FileCheck %s -DBITS=64 -DVERSION=1.1
// RUN: %clc compile %s -t spirv64:1.3 -o - | %disasm | FileCheck %s -DBITS=64 -DVERSION=1.3
// RUN: %clc compile %s -t spirv64:1.4 -o - | %disasm | FileCheck %s -DBITS=64 -DVERSION=1.4
// RUN: %clc compile %s -t spirv64:1.5 -o - | %disasm | FileCheck %s -DBITS=64 -DVERSION=1.5
// RUN: %clc compile %s -t spirv64:1.6 -o - | %disasm | FileCheck %s -DBITS=64 -DVERSION=1.6
// RUN: %clc compile %s -t spirv32:1.0 -o - | %disasm | FileCheck %s -DBITS=32 -DVERSION=1.0
// RUN: %clc compile %s -t spirv32:1.2 -o - | %disasm | FileCheck %s -DBITS=32 -DVERSION=1.2
// RUN: %clc compile %s -t spirv32:1.6 -o - | %disasm | FileCheck %s -DBITS=32 -DVERSION=1.6
// CHECK: ; Version: [[VERSION]]
// CHECK: OpMemoryModel Physical[[BITS]] OpenCL
constant int table[] = {3, 1, 4, 1, 5, 9, 2, 6};
kernel void k(global int* o, local int* l, global float4* v) {
  l[get_local_id(0)] = table[o[0] & 7];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = atomic_add(l, 3) + (int)dot(v[0], v[1]);
}
