// Copies of pairs of floats between blocks were left out.
// report: llvm 126337, 149379
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 4
// argument: shared 1077936128 1065353216 1056964608 1073741824 1082130432 3212836864 1075838976 1074790400
// argument: value 4 4
// expected: 2 28 9 10
kernel void entry(global ulong* results, global const float* a, uint n) {
  float2 sum = (float2)(0, 0), last = (float2)(1, 2);
  for (uint i = 0; i < n; ++i) {
    const float2 v = vload2(i, a);
    if (v.x > v.y) {
      sum = sum + last;
      last = v.yx;
    } else {
      sum = sum - v;
    }
  }
  results[0] = (ulong)(long)(sum.x * 4);
  results[1] = (ulong)(long)(sum.y * 4);
  results[2] = (ulong)(long)(last.x * 4);
  results[3] = (ulong)(long)(last.y * 4);
}
