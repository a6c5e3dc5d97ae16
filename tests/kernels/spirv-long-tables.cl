// An OpConstantComposite has at most 65 532 members: longer tables are written as bytes, in pieces.
// RUN: %clc compile %s -t spirv64 -DELEMENTS=uchar -o - | %disasm | FileCheck %s --check-prefix=UCHAR
// UCHAR: %table = OpVariable %_ptr_UniformConstant_{{[^a]}}
// RUN: %clc compile %s -t spirv64 -cl-opt-disable -DELEMENTS=uint -o - | %disasm | FileCheck %s --check-prefix=UINT
// UINT: OpDecorate %table Alignment {{(4|16)$}}
// RUN: %clc compile %s -t spirv32 -DELEMENTS=float -o - | %disasm | FileCheck %s --check-prefix=FLOAT --implicit-check-not='OpConstant %%float {{[2-9]}}'
// FLOAT: %table = OpVariable
// RUN: %clc compile %s -t spirv64 -DADDRESSES -DELEMENTS=int -o - | %disasm | FileCheck %s --check-prefix=ADDRESSES
// ADDRESSES: OpTypeStruct %_arr
#define R16(a) a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, a + 7, a + 8, a + 9, a + 10, a + 11, a + 12, a + 13, a + 14, a + 15
#define R256(a) R16(a), R16(a + 1), R16(a + 2), R16(a + 3), R16(a + 4), R16(a + 5), R16(a + 6), R16(a + 7), R16(a + 8), R16(a + 9), R16(a + 10), R16(a + 11), R16(a + 12), R16(a + 13), R16(a + 14), R16(a + 15)
#define R4K(a) R256(a), R256(a + 1), R256(a + 2), R256(a + 3), R256(a + 4), R256(a + 5), R256(a + 6), R256(a + 7), R256(a + 8), R256(a + 9), R256(a + 10), R256(a + 11), R256(a + 12), R256(a + 13), R256(a + 14), R256(a + 15)
#define R64K(a) R4K(a), R4K(a + 1), R4K(a + 2), R4K(a + 3), R4K(a + 4), R4K(a + 5), R4K(a + 6), R4K(a + 7), R4K(a + 8), R4K(a + 9), R4K(a + 10), R4K(a + 11), R4K(a + 12), R4K(a + 13), R4K(a + 14), R4K(a + 15)
constant ELEMENTS zeros[100000] = {0};
constant ELEMENTS few[100000] = {1, 2};
#ifdef ADDRESSES
constant int number[16] = {1, 2};
constant struct {
  constant int* where;
  int much[65536];
} table = {number + 1, {R64K(1)}};
kernel void k(global int* o, uint at) { o[0] = table.much[at % 65536] + table.where[at & 7] + zeros[at] + few[at]; }
#else
constant ELEMENTS table[65536 + 16] = {R64K(1), R16(2)};
kernel void k(global ELEMENTS* o, uint at) { o[0] = table[at % 65536] + table[at & 7] + zeros[at] + few[at]; }
#endif
