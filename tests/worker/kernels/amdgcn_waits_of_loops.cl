// A barrier at the top of a loop waits for what the loop's end writes, also where nothing was written before the loop.
// RUN: -t amdgcn:gfx90a -t amdgcn:gfx942 -t amdgcn:gfx1030 -t amdgcn:gfx1100 -t amdgcn:gfx1200
// CHECK amdgcn: \n\.?\w*BB\d+_\d+:[^\n]*\n\s+s_wait[^\n]*\n(\s+s_wait[^\n]*\n)*\s+s_barrier
// CHECK-NOT amdgcn: \n\.?\w*BB\d+_\d+:[^\n]*\n\s+s_barrier
kernel void sums(global uint* results, uint rounds) {
  local uint column[256];
  const uint item = get_local_id(0);
  uint total = 0;
  column[item] = item;
  for (uint r = 0; r < rounds; ++r) {
    barrier(CLK_LOCAL_MEM_FENCE);
    total += column[item ^ 255];
    barrier(CLK_LOCAL_MEM_FENCE);
    column[item] += r;
  }
  results[item] = total;
}
