// ptxas refuses generic pointers to constant memory in such programs: the format must not lie there.
// RUN: -t nvptx:sm_90
// CHECK-NOT nvptx: cvta\.const
// CHECK nvptx: vprintf
kernel void k(constant int* c, global int* o) { printf("%d %s %lu %c\n", c[0], "text", (ulong)o[0], 'x'); }
