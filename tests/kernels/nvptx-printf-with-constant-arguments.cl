// ptxas refuses generic pointers to constant memory in such programs: the format must not lie there.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not=cvta.const
// CHECK: vprintf
kernel void k(constant int* c, global int* o) { printf("%d %s %lu %c\n", c[0], "text", (ulong)o[0], 'x'); }
