// The range of a rotation's result was kept after its operand had been changed for the bits that are asked for.
// report: llvm 222092, 124387
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 3
// argument: value 4 3
// expected: 1 18446744073709551615 18446744073709551615
kernel void entry(global ulong* results, uint c) {
  const uint x = c & 1 ? 0x80000080u : 0x80000100u;
  const uint r = rotate(x, 1u);
  results[0] = (uchar)r;
  const int h = c & 2 ? -1 : -2;
  results[1] = (ulong)(long)(char)(rotate((uint)h, 1u));
  results[2] = (ulong)(long)(h + h + (h < 0));
}
