// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV: OpCapability Int64Atomics
// SPIRV-LABEL: %k = OpFunction
// SPIRV: OpAtomicIAdd %ulong
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX-LABEL: .entry k(
// NVPTX: atom.global.add.u64
// RUN: %clc compile %s -t spirv64:1.2 -DNARROW -o - | %disasm | FileCheck %s --check-prefix=NARROW --implicit-check-not=Int64Atomics
// NARROW-LABEL: %k = OpFunction
// NARROW: OpAtomicIAdd %uint
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#ifdef NARROW
kernel void k(global uint* o, global ulong* l) { l[0] = atomic_add(o, 3u); }
#else
kernel void k(global ulong* o) { o[1] = atom_add(o, 3UL); }
#endif
