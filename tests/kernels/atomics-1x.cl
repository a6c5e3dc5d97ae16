// RUN: %clc compile %s -t spirv64:1.0 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// RUN: %clc compile %s -t spirv32:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// Nothing is linked later but the built-in variables.
// SPIRV-NOT: LinkageAttributes "{{[^_]}}
// SPIRV-LABEL: %k = OpFunction
// SPIRV: OpAtomicIAdd
// SPIRV: OpAtomicISub
// SPIRV: OpAtomicExchange
// SPIRV: OpAtomicCompareExchange
// SPIRV: OpAtomicSMin
// SPIRV: OpAtomicAnd
// SPIRV: OpAtomicUMax
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX-LABEL: .entry k(
// NVPTX: atom.{{(relaxed\.[a-z]+\.)?}}global.add
// NVPTX: atom.{{(relaxed\.[a-z]+\.)?}}global.exch
// NVPTX: atom.{{.*}}global{{.*}}.cas
// NVPTX: atom.{{(relaxed\.[a-z]+\.)?}}shared.add
kernel void k(global int* i, global uint* u, local int* l, local uint* m, global float* f) {
  i[1] = atomic_add(i, 1) + atomic_sub(i, 2) + atomic_xchg(i, 3) + atomic_inc(i) + atomic_dec(i) +
         atomic_cmpxchg(i, 4, 5) + atomic_min(i, 6) + atomic_max(i, 7) + atomic_and(i, 8) + atomic_or(i, 9) + atomic_xor(i, 10);
  u[1] = atomic_add(u, 1) + atomic_min(u, 6) + atomic_max(u, 7) + atomic_inc(u) + atomic_dec(u) + atomic_cmpxchg(u, 1, 2);
  l[1] = atomic_add(l, 1) + atomic_min(l, 6) + atomic_inc(l);
  m[1] = atomic_max(m, 1) + atomic_xor(m, 6) + atomic_dec(m);
  f[1] = atomic_xchg(f, 2.0f);
  i[2] = atom_add(i, 3) + atom_inc(i);
}
