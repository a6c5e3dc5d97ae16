// Loops are unrolled, one whose number of iterations takes a division, too; not those with a barrier, nor where the source
// says no. ptxas may unroll them further, but not those for the iterations that are left over.
// RUN: %clc compile %s -t nvptx:sm_90 -DSTRIDED -o - | %disasm | FileCheck %s --check-prefix=STRIDED
// STRIDED-LABEL: .entry largest(
// STRIDED: div.u32
// STRIDED: .pragma "nounroll";
// STRIDED-NEXT: ld.global.b32
// STRIDED: bra
// STRIDED-NOT: nounroll
// STRIDED-COUNT-4: ld.global.b32
// STRIDED-NOT: nounroll
// STRIDED: ret;
// RUN: %clc compile %s -t nvptx:sm_90 -DCOUNTED -o - | %disasm | FileCheck %s --check-prefix=COUNTED
// COUNTED-LABEL: .entry count(
// COUNTED-COUNT-5: atom.shared
// RUN: %clc compile %s -t nvptx:sm_90 -DKNOWN -o - | %disasm | FileCheck %s --check-prefix=KNOWN --implicit-check-not='{{[[:space:]]}}bra'
// KNOWN-LABEL: .entry polynomial(
// KNOWN: fma.rn.f32{{.*}}0f42C60000
// RUN: %clc compile %s -t nvptx:sm_90 -DSTRIDED -DAS_WRITTEN -o - | %disasm | FileCheck %s --check-prefix=ROLLED --implicit-check-not=div.u32
// RUN: %clc compile %s -t nvptx:sm_90 -DSTRIDED -O1 -o - | %disasm | FileCheck %s --check-prefix=ROLLED --implicit-check-not=div.u32
// ROLLED-LABEL: .entry largest(
// ROLLED: ld.global.b32
// ROLLED-NOT: ld.global.b32
// ROLLED: ret;
// RUN: %clc compile %s -t nvptx:sm_90 -DNARROW -o - | %disasm | FileCheck %s --check-prefix=NARROW --implicit-check-not=cvt.s64.s32
// NARROW-LABEL: .entry clear(
// NARROW: add.s32
// RUN: %clc compile %s -t nvptx:sm_90 -DCHECKSUM -o - | %disasm | FileCheck %s --check-prefix=CHECKSUM --implicit-check-not=crctable
// CHECKSUM-LABEL: .entry checksum(
// CHECKSUM: xor.b32
// CHECKSUM: selp.b32
// A loop goes back by its own condition.
// RUN: %clc compile %s -t nvptx:sm_90 -DCHAIN -o - | %disasm | FileCheck %s --check-prefix=CHAIN
// CHAIN-LABEL: .entry chain(
// CHAIN: [[LOOP:\$L[_A-Z0-9]+]]:
// CHAIN-NEXT: fma.rn.f32
// CHAIN-NEXT: fma.rn.f32
// CHAIN-NOT: bra.uni [[LOOP]];
// CHAIN: @%p{{[0-9]+}} bra [[LOOP]];
// RUN: %clc compile %s -t nvptx:sm_90 -DWITH_BARRIER -o - | %disasm | FileCheck %s --check-prefix=BARRIER
// BARRIER-LABEL: .entry steps(
// BARRIER: bar.sync
// BARRIER-NOT: bar.sync
// BARRIER: ret;
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
