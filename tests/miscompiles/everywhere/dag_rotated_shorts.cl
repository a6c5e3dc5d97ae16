// A rotation of a vector of shorts by amounts that differ was done in the wider type that its elements were
// extended to; a rotation that is compared compared some bytes alone.
// report: llvm 221100, 108722
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 3
// argument: value 4 0
// argument: value 4 305419794
// expected: 61334 0 1
kernel void entry(global ulong* results, uint a, uint b) {
  const ushort2 v = as_ushort2(a) ^ (ushort2)(58263, 55296);
  const ushort2 r = rotate(v, (ushort2)(0, 12));
  results[0] = ((ulong)r.x ^ 1) | r.y;
  results[1] = rotate(b, 24u) == b;
  results[2] = rotate(b ^ 0x12345612u ^ 0x5a5a5a5au, 8u) == 0x5a5a5a5au;
}
