// RUN: -t spirv64
// FAIL: ^undefined_function\.cl.*error: .*nowhere
// RUN: -t nvptx:sm_90
// FAIL: ^undefined_function\.cl.*error: .*nowhere
int nowhere(int x);
kernel void k(global int* o) { o[0] = nowhere(o[1]); }
