// f[1 - i] of a pointer that is local or global: i was taken from the base, which lay outside of the local memory
// then, and 1 became the offset.
// report: ROCm 4389
// targets: spirv amdgcn nvptx
// options: -cl-std=CL3.0
// global: 32
// local: 32
// offset: 0
// argument: results 32
// argument: shared 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// argument: value 4 1
// argument: value 4 1515870810
// expected: 401 6 409 14 18 421 26 429 433 38 441 46 50 453 58 461 465 70 473 78 82 485 90 493 497 102 505 110 114 517 122 525
float one_before(float* f, int i) { return f[1 - i]; }
kernel void entry(global ulong* results, global float* g, int i, uint choice) {
  local float s[32];
  const uint item = (uint)get_local_id(0);
  s[item] = (float)item + 0.5f;
  g[item] = (float)item + 100.25f;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  results[item] = (ulong)(4 * one_before(choice & (1u << item) ? (float*)(s + item) : (float*)(g + item), i));
}
