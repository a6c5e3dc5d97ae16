// LLVM's R600 backend dies of what -O3 makes of these, and of unoptimised code.
// RUN: %clc compile %s -t r600:cypress -o - | %disasm | FileCheck %s
// CHECK: LOOP_START
// CHECK: LDS_WRITE
// RUN: %clc compile %s -t r600:cypress -O3 -o - | %valid
// RUN: %clc compile %s -t r600:cypress -cl-opt-disable -o - | %valid
kernel void histogram(global const uint4* pixels, global uint* histogram, local uchar* bins) {
  const uint item = get_local_id(0), items = get_local_size(0);
  for (uint i = 0; i < 16; ++i) {
    const uint4 v = pixels[i * items + item];
    for (uint shift = 0; shift < 32; shift += 8) {
      local uchar* counter = &bins[item * 256 + (v.x >> shift & 0xff)];
      if (++*counter == 0) atomic_add(&histogram[v.x >> shift & 0xff], 256u);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = item; bin < 256; bin += items) {
    uint sum = 0;
    for (uint i = 0; i < items; ++i) sum += bins[(bin * items + i) % (items * 256)];
    if (sum != 0) atomic_add(&histogram[bin], sum);
  }
}
kernel void transpose(global const float4* in, global float4* out, local float4* tile) {
  const int x = get_local_id(0);
  float4 rows[4];
  for (int i = 0; i < 4; ++i) rows[i] = in[get_global_id(0) * 4 + i];
  tile[x * 4] = (float4)(rows[0].x, rows[1].x, rows[2].x, rows[3].x);
  tile[x * 4 + 1] = (float4)(rows[0].y, rows[1].y, rows[2].y, rows[3].y);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = (float4)(tile[x].xyz, tile[x + 1].w);
}
