// y = a x + y had wrong numbers by LLVM's backend and right ones by the translator.
// report: llvm 73695
// options: -cl-std=CL1.2
// global: 8
// local: 8
// offset: 0
// argument: results 8
// argument: shared 1065353216 1073741824 1077936128 1082130432 1084227584 1086324736 1088421888 1090519040
// argument: shared 1092616192 1101004800 1106247680 1109393408 1112014848 1114636288 1116471296 1117782016
// argument: value 4 1056964608
// expected: 42 84 126 168 210 252 294 336
kernel void entry(global ulong* results, global const float* x, global float* y, float alpha) {
  const size_t i = get_global_id(0);
  y[i] = alpha * x[i] + y[i];
  results[i] = (ulong)(y[i] * 4);
}
