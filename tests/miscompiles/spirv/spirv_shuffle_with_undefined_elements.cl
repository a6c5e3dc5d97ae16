// The mask of a shuffle that leaves elements open was written as -1, which is no number of an element.
// report: llvm 121562
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 3
// argument: value 2 16384
// argument: value 2 16448
// expected: 1086324736 5 2147483648
kernel void entry(global ulong* results, ushort a, ushort b) {
  uint2 v = convert_uint2((ushort2)(a, b)) << 16;
  const float2 f = as_float2(v);
  const float2 g = (float2)(f.y, f.y);
  results[0] = as_uint((g * f).x);
  uint4 w;
  w.xz = v;
  w.yw = v.yx;
  results[1] = w.x ^ w.y ^ w.z ^ w.w ^ 5u;
  const uint8 e = (uint8)(w, w.wzyx);
  results[2] = e.s7 + e.s4;
}
