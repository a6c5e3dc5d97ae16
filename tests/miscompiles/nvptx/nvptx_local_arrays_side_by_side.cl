// An array in local memory without an alignment of its own was read by 16 bytes, behind another of 24 bytes.
// report: Enzyme-JAX 2873
// options: -cl-std=CL1.2
// global: 8
// local: 8
// offset: 0
// argument: results 8
// argument: value 4 4
// expected: 39785025 39785025 39785025 39785025 39785025 39785025 39785025 39785025
kernel void entry(global ulong* results, uint k) {
  local ulong first[3];
  local ulong second[6];
  local ulong third[5];
  const uint item = (uint)get_local_id(0);
  if (item < 3) first[item] = item + k;
  if (item < 6) second[item] = item * 10;
  if (item < 5) third[item] = item * 100;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong sum = 0;
  for (uint i = 0; i < 3; ++i) sum += first[i];
  for (uint i = 0; i < 6; ++i) sum = sum * 3 + second[i];
  for (uint i = 0; i < 5; ++i) sum = sum * 5 + third[i];
  results[item] = sum;
}
