// RUN: -t spirv64:1.2 -t nvptx:sm_90
// CHECK spirv64: OpCapability Int64Atomics
// CHECK spirv64: OpAtomicIAdd %ulong
// CHECK nvptx: atom\.global\.add\.u64
// RUN: -t spirv64:1.2 -DNARROW
// CHECK-NOT spirv64: Int64Atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#ifdef NARROW
kernel void k(global uint* o, global ulong* l) { l[0] = atomic_add(o, 3u); }
#else
kernel void k(global ulong* o) { o[1] = atom_add(o, 3UL); }
#endif
