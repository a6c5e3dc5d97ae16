// `long long`, which OpenCL C reserves, is `long`, as in the compilers of drivers.
// RUN: %clc compile %s -t spirv64 -o - | %disasm | FileCheck %s --implicit-check-not='OpTypeInt 128'
// RUN: %clc compile %s -t spirv32 -o - | %disasm | FileCheck %s --implicit-check-not='OpTypeInt 128'
// CHECK-LABEL: %k = OpFunction
// CHECK: OpUDiv %ulong
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress -o %t.pack && FileCheck %s --check-prefix=MANIFEST --input-file=%t.pack/manifest.clc.json
// MANIFEST: "type": "ulong"
// RUN: %clc compile %s -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress -o - | %valid
// RUN: %if ocloc %{ %clc compile %s -t intel:dg2 -o %t.clcpack %}
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -cl-opt-disable -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -cl-std=CLC++2021 -o - | %valid
#if !(1ULL << 40) || __SIZEOF_LONG_LONG__ != 8 || __LONG_LONG_MAX__ != 0x7fffffffffffffff || __INTMAX_WIDTH__ != 64
#error long long
#endif
typedef struct {
  int first;
  long long second;
  unsigned long long third[2];
} Record;
#define SAME(A, B, C) typedef int same_##A[(B) == (C) ? 1 : -1];
SAME(0, sizeof(Record), 32)
SAME(1, sizeof(1ULL), 8)
SAME(2, sizeof(0x7fffffffffffffffLL), 8)
SAME(3, __alignof__(long long), 8)
kernel void k(global ulong* o, ulong x, uint n, unsigned long long y, Record record) {
  o[0] = 1ULL << n;
  o[1] = (x + 1ULL) >> 3;
  o[2] = x * 3ULL / 7;
  o[3] = (ulong)(float)(x + 1ULL);
  o[4] = max(x, 3ULL) + min(y, 5UL) + popcount(y) + abs(record.second) + mul_hi(record.third[1], y);
  global unsigned long long* p = o;
  p[5] = clamp(y, 1ULL, 0xffffffffffffffffULL);
  long long wide = -1LL;
  o[6] = wide < 0 ? convert_ulong_sat(wide) : as_ulong(wide);
#ifndef __R600__
  printf("%lu %ld\n", y, wide);
#endif
}
