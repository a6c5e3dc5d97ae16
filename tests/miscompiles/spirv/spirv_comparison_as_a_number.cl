// -1 of a true comparison of vectors that becomes a floating-point number was 1.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 2
// argument: shared 1065353216 1073741824 1077936128 1082130432
// argument: shared 1 2 3 4
// expected: 18446744073709551605 18446744073709551515
kernel void entry(global ulong* results, global const float4* a, global const int4* b) {
  const float4 v = a[0];
  const int4 w = b[0];
  const float4 f = convert_float4(v < (float4)2.5f);
  const float4 g = convert_float4(w == (int4)(1, 0, 3, 0));
  results[0] = (ulong)(long)(f.x + 10 * f.y + 100 * f.z + 1000 * f.w);
  results[1] = (ulong)(long)(g.x + 10 * g.y + 100 * g.z + 1000 * g.w);
}
