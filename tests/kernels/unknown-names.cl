// Errors about unknown names say what may be meant.
// RUN: not %clc compile %s -t spirv64 -o %t 2>&1 | FileCheck %s
// RUN: not %clc compile %s -t amdgcn:gfx1100 -cl-std=CL3.0 -o %t 2>&1 | FileCheck %s
// CHECK: undeclared identifier 'sqroot'; did you mean 'sqrt'?
// CHECK: undeclared identifier 'recip'; did you mean 'native_recip'?
// CHECK: undeclared identifier 'get_globl_id'; did you mean 'get_global_id'?
// CHECK: undeclared identifier 'atomicAdd'; did you mean 'atomic_add'?
// CHECK: undeclared identifier '__syncthreads'; did you mean 'barrier(CLK_LOCAL_MEM_FENCE)'?
// CHECK: undeclared identifier 'CLK_GLOBAL_MEM_FENC'; did you mean 'CLK_GLOBAL_MEM_FENCE'?
// CHECK: undeclared identifier 'ab'{{$}}
// CHECK: undeclared identifier 'unheard_of'{{$}}
kernel void k(global float* o, volatile global int* p) {
  o[0] = sqroot(o[1]);
  o[0] = recip(o[1]);
  o[0] = get_globl_id(0);
  atomicAdd(p, 1);
  __syncthreads();
  barrier(CLK_GLOBAL_MEM_FENC);
  o[0] = ab;
  o[0] = unheard_of(1);
}
