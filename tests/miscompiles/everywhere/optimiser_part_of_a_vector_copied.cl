// Bytes copied into one element of a private vector, and from two, lost the store (SROA).
// report: llvm 52971
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 3
// argument: shared 77 88
// expected: 3 77 83
kernel void entry(global ulong* results, global uint* f) {
  uint4 a = (uint4)(1, 2, 3, 4);
  private uint* p = (private uint*)&a;
  for (int i = 0; i < 1; ++i) p[3] = f[0];
  for (int i = 0; i < 2; ++i) f[i] = p[2 + i];
  const uint4 all = a;
  results[0] = f[0];
  results[1] = f[1];
  results[2] = all.x + all.y + all.z + all.w;
}
