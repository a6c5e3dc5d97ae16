// Loops are unrolled, one whose number of turns takes a division, too; not those with a barrier, nor where the source
// says no. ptxas may unroll them further, but not those for the turns that are left over.
// RUN: -t nvptx:sm_90 -DSTRIDED
// CHECK nvptx: div\.u32
// CHECK nvptx: (?s)ld\.global\.b32.*ld\.global\.b32.*ld\.global\.b32.*ld\.global\.b32.*ld\.global\.b32
// CHECK-NOT nvptx: (?s)nounroll.*nounroll
// RUN: -t nvptx:sm_90 -DCOUNTED
// CHECK nvptx: (?s)atom\.shared.*atom\.shared.*atom\.shared.*atom\.shared.*atom\.shared
// RUN: -t nvptx:sm_90 -DKNOWN
// CHECK-NOT nvptx: bra
// CHECK nvptx: fma\.rn\.f32[^\n]*0f42C60000
// RUN: -t nvptx:sm_90 -DSTRIDED -DAS_WRITTEN
// CHECK-NOT nvptx: div\.u32
// CHECK-NOT nvptx: (?s)ld\.global\.b32.*ld\.global\.b32
// RUN: -t nvptx:sm_90 -DSTRIDED -O1
// CHECK-NOT nvptx: (?s)ld\.global\.b32.*ld\.global\.b32
// RUN: -t nvptx:sm_90 -DNARROW
// CHECK nvptx: add\.s32
// CHECK-NOT nvptx: cvt\.s64\.s32
// RUN: -t nvptx:sm_90 -DCHECKSUM
// CHECK-NOT nvptx: crctable
// RUN: -t nvptx:sm_90 -DCHAIN
// CHECK nvptx: (?s)\n(\$L\w+):(?:(?!\n\$L).)*fma\.rn\.f32(?:(?!\n\$L).)*fma\.rn\.f32(?:(?!\n\$L).)*@%p\d+ bra \t\1;
// CHECK-NOT nvptx: (?s)\n(\$L\w+):(?:(?!\n\$L).)*bra\.uni \t\1;
// RUN: -t nvptx:sm_90 -DWITH_BARRIER
// CHECK-NOT nvptx: (?s)bar\.sync.*bar\.sync
#ifdef AS_WRITTEN
#define HINT _Pragma("unroll 1")
#else
#define HINT
#endif

#ifdef STRIDED
kernel void largest(global const float* in, global float* out, int n) {
  const int size = get_local_size(0);
  float most = -INFINITY;
  HINT for (int i = get_local_id(0); i < n; i += size) most = fmax(most, in[i]);
  out[get_global_id(0)] = most;
}
#endif

#ifdef COUNTED
kernel void count(global const uchar* in, global uint* counts, int each) {
  local uint mine[256];
  const int size = get_global_size(0);
  for (int i = 0; i < each; ++i) atomic_inc(&mine[in[i * size + get_global_id(0)]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  counts[get_local_id(0)] = mine[get_local_id(0)];
}
#endif

#ifdef KNOWN
kernel void polynomial(global const float* in, global float* out) {
  const float x = in[get_global_id(0)];
  float y = 0;
  for (int i = 0; i < 100; ++i) y = fma(y, x, (float)i);
  out[get_global_id(0)] = y;
}
#endif

#ifdef NARROW
kernel void clear(global float* out, int n) {
  for (int i = get_local_id(0); i < n; i += get_local_size(0)) out[i] = 0;
}
#endif

#ifdef CHECKSUM
kernel void checksum(global uint* out) {
  uint entry = get_global_id(0);
  for (int bit = 0; bit < 8; ++bit) entry = (entry & 1) ? (entry >> 1) ^ 0xedb88320u : entry >> 1;
  out[get_global_id(0)] = entry;
}
#endif

#ifdef CHAIN
kernel void chain(global const float* restrict in, global float* restrict out, ulong end, uint rounds) {
  const size_t i = get_global_id(0);
  if (i >= end) return;
  float v = in[i];
  for (uint k = 0; k < rounds; ++k) v = fma(v, 0.5f, in[i]);
  out[i] = v;
}
#endif

#ifdef WITH_BARRIER
kernel void steps(local float* scratch, global float* out, int n) {
  for (int i = get_local_id(0); i < n; i += get_local_size(0)) {
    scratch[i & 63] += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = scratch[get_local_id(0)];
}
#endif
