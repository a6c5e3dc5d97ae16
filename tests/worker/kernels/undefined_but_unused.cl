// RUN: -t spirv64 -t nvptx:sm_90
int nowhere(int x);
kernel void k(global int* o) { o[0] = 1 ? 3 : nowhere(o[1]); }
