// remquo of float lost denormal numbers, and the quotient of double was wrong.
// report: llvm 187998, 162643
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 6
// argument: shared 1089470464 1073741824 13 4
// argument: shared64 4628926360750915584 4612811918334230528
// expected: 3204448256 4 13828302655841107968 4 1 3
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void entry(global ulong* results, global const float* f, global const double* d) {
  int q, p;
  const float r = remquo(f[0], f[1], &q);
  const double s = remquo(d[0], d[1], &p);
  results[0] = as_uint(r);
  results[1] = (ulong)(q & 7);
  results[2] = as_ulong(s);
  results[3] = (ulong)(p & 7);
  results[4] = as_uint(remquo(f[2], f[3], &q));
  results[5] = (ulong)(q & 7);
}
