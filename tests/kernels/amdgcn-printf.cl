// As AMD's runtime takes it: literals are in the format, numbers have 32 or 64 bits, and texts that are not known come
// last in their records. It is run on emulated chips.
// RUN: rm -rf %t && %clc compile %s -t amdgcn:gfx942 --dump-dir %t -o %t.clcpack && FileCheck %s --implicit-check-not='???' --input-file=%t/amdgcn-printf.amdgcn_gfx942.isa
// RUN: rm -rf %t && %clc compile %s -t amdgcn:gfx600 --dump-dir %t -o %t.clcpack && FileCheck %s --implicit-check-not='???' --input-file=%t/amdgcn-printf.amdgcn_gfx600.isa
// RUN: rm -rf %t && %clc compile %s -t amdgcn:gfx1100 --dump-dir %t -o %t.clcpack && FileCheck %s --implicit-check-not='???' --input-file=%t/amdgcn-printf.amdgcn_gfx1100.isa
// RUN: rm -rf %t && %clc compile %s -t amdgcn:gfx942 -cl-opt-disable -g --dump-dir %t -o %t.clcpack && FileCheck %s --implicit-check-not='???' --input-file=%t/amdgcn-printf.amdgcn_gfx942.isa
// CHECK-DAG: 1:1:4:[text %c]\n
// CHECK-DAG: 2:2:4:4:[text|%c|more]50%c\n
// CHECK-DAG: 3:4:8:8:4:8:%f,%f %d %ld\n
// CHECK-DAG: 4:2:12:4:%s %d\n
// CHECK-DAG: 5:1:4: %d\n
// RUN: not %clc compile %s -t amdgcn:gfx942 -DUNKNOWN -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: the format of printf must be a string literal, or a constant array of the program
constant char names[2][5] = {"zero", ""};
kernel void k(float2 f, int i, long l) {
  printf("[%s %c]\n", "text", 'x');
  printf("[%s|%c|%s]50%%\n", "text", 'x', "more");
  printf("%v2hlf %hhd %ld\n", f, (char)i, l);
  printf("%s %d\n", names[i], i);
#ifdef UNKNOWN
  printf(i ? "one\n" : "more\n");
#endif
}
