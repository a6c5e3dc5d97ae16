// A product of 24 bits and a sum of 64 become v_mad_u64_u32, which multiplies 32 bits: bits 24 to 31 come in.
// report: llvm 198729
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 4
// argument: shared 2882400018 2435007847
// argument: shared64 18364758544493064720
// expected: 18364789741051001934 18364758546703531086 18364758546703531086 7263
kernel void entry(global ulong* results, global const uint* a, global const ulong* c) {
  const uint x = a[0], y = a[1];
  results[0] = (ulong)(x & 0xffffff) * (y & 0xffffff) + c[0];
  results[1] = (ulong)mul24(x & 0xffffff, y & 0xffffff) + c[0];
  results[2] = (uint)((x & 0xffffff) * (y & 0xffffff)) + c[0];
  results[3] = ((ulong)(x & 0xffffff) * (y & 0xffffff)) >> 32;
}
