// Large functions of the program are inlined from -O2 on, so that the arrays that they are given are registers. Those
// that say so stay calls, and so does what would let a function or the module grow without end.
// RUN: %clc compile %s -t nvptx:sm_90 -DTWICE -o - | %disasm | FileCheck %s --check-prefix=INLINED --implicit-check-not=.local --implicit-check-not=call --implicit-check-not=.func
// RUN: %clc compile %s -t nvptx:sm_90 -DTWICE -O2 -o - | %disasm | FileCheck %s --check-prefix=INLINED --implicit-check-not=.local --implicit-check-not=call --implicit-check-not=.func
// INLINED-LABEL: .entry digest(
// INLINED-COUNT-200: shf.l.wrap.b32
// RUN: %clc compile %s -t nvptx:sm_90 -DTWICE -O1 -o - | %disasm | FileCheck %s --check-prefix=CALLED
// RUN: %clc compile %s -t nvptx:sm_90 -DTWICE '-DKIND=__attribute__((noinline))' -o - | %disasm | FileCheck %s --check-prefix=CALLED
// RUN: %clc compile %s -t nvptx:sm_90 -DTWICE '-DKIND=__attribute__((minsize))' -o - | %disasm | FileCheck %s --check-prefix=CALLED
// RUN: %clc compile %s -t nvptx:sm_90 -DMANY -o - | %disasm | FileCheck %s --check-prefix=CALLED
// CALLED: .func mix
// CALLED-LABEL: .entry digest
// CALLED: call.uni
#ifndef KIND
#define KIND
#endif

#define STEP(a, b, c, d, k)                                \
  s[a] += ((s[b] & s[c]) | (~s[b] & s[d])) + w[(k) & 15]; \
  s[a] = rotate(s[a] + k * 0x9e3779b9u, 7u + k % 5) + s[b];
#define STEPS(k) STEP(0, 1, 2, 3, k) STEP(3, 0, 1, 2, k + 1) STEP(2, 3, 0, 1, k + 2) STEP(1, 2, 3, 0, k + 3)
#define ROUND(k) STEPS(k) STEPS(k + 4) STEPS(k + 8) STEPS(k + 12)

KIND void mix(uint* s, const uint* w) { ROUND(0) ROUND(16) ROUND(32) ROUND(48) ROUND(64) ROUND(80) ROUND(96) ROUND(112) }

#ifdef TWICE
kernel void digest(global const uint* in, global uint* out, int rounds) {
  uint s[4] = {1, 2, 3, 4}, w[16];
  for (int i = 0; i < 16; ++i) w[i] = in[get_global_id(0) * 16 + i];
  for (int i = 0; i < rounds; ++i) {
    mix(s, w);
    w[3] ^= s[0];
    mix(s, w);
  }
  out[get_global_id(0)] = s[0] ^ s[1] ^ s[2] ^ s[3];
}
#endif

#ifdef MANY
void mix4(uint* s, uint* w) { mix(s, w), w[1]++, mix(s, w), w[2]++, mix(s, w), w[3]++, mix(s, w); }
void mix16(uint* s, uint* w) { mix4(s, w), w[4]++, mix4(s, w), w[5]++, mix4(s, w), w[6]++, mix4(s, w); }
kernel void digests(global uint* data) {
  uint s[4] = {1, 2, 3, 4}, w[16];
  for (int i = 0; i < 16; ++i) w[i] = data[get_global_id(0) * 16 + i];
  mix16(s, w), w[7]++, mix16(s, w);
  data[get_global_id(0)] = s[0] ^ s[1] ^ s[2] ^ s[3];
}
#endif
