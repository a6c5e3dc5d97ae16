// Elements by numbers that are not constant are selected, and do not pass through memory.
// RUN: %clc compile %s -t nvptx:sm_75 -DREGISTERS -o - | %disasm | FileCheck %s --check-prefix=REGISTERS --implicit-check-not='{{\.local|__local_depot}}'
// RUN: %clc compile %s -t nvptx:sm_90 -DREGISTERS -o - | %disasm | FileCheck %s --check-prefix=REGISTERS --implicit-check-not='{{\.local|__local_depot}}'
// REGISTERS-LABEL: .entry elements(
// REGISTERS: selp.
// Answers for all elements are joined as such, not as bits of a number.
// RUN: %clc compile %s -t nvptx:sm_90 -DANSWERS -o - | %disasm | FileCheck %s --check-prefix=ANSWERS --implicit-check-not='{{shl\.b16|\.b16 +%%rs}}'
// ANSWERS-LABEL: .entry answers(
// ANSWERS: or.pred
// ANSWERS: and.pred
#ifdef ANSWERS
kernel void answers(global int* out, global const float4* a, global const float4* b) {
  const size_t i = get_global_id(0);
  out[i] = any(a[i] < b[i]) ? 3 : all(a[i] == b[i]) ? 5 : !any(a[i] == b[i + 1]) ? 7 : !all(a[i + 1] < b[i]) ? 9 : 11;
}
#endif
#ifdef REGISTERS
kernel void shuffles(global float4* out, global const float4* in, global const uint4* masks) {
  const size_t i = get_global_id(0);
  out[i] = shuffle2(in[i], in[i + 1], masks[i]);
}
kernel void elements(global double3* out, global const double3* in, global const uint* numbers) {
  const size_t i = get_global_id(0);
  double3 v = in[i];
  v[numbers[i]] = v[numbers[i + 1]];
  out[i] = v;
}
kernel void of_long_vectors(global int16* out, global const int16* in, global const uint* numbers) {
  const size_t i = get_global_id(0);
  int16 v = in[i];
  v[numbers[i] & 15] += 1;
  out[i] = v;
}
#endif
