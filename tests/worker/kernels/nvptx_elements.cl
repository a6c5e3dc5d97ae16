// Elements by numbers that are not constant are selected, and do not pass through memory.
// RUN: -t nvptx:sm_75 -t nvptx:sm_90 -DREGISTERS
// CHECK-NOT nvptx: \.local|__local_depot
// CHECK nvptx: selp\.
// Words of small elements are selected and shifted.
// RUN: -t nvptx:sm_90 -DBYTES
// CHECK-NOT nvptx: \.local
// CHECK nvptx: shr\.u32
// A vector of which one element alone is used is loaded as that element.
// RUN: -t nvptx:sm_90 -DLOADED
// CHECK nvptx: ld\.global\.b32
// CHECK-NOT nvptx: ld\.global\.v|selp
// Answers for all elements are joined as such, not as bits of a number.
// RUN: -t nvptx:sm_90 -DANSWERS
// CHECK nvptx: or\.pred
// CHECK nvptx: and\.pred
// CHECK-NOT nvptx: shl\.b16|\.b16 +%rs
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
#ifdef BYTES
kernel void bytes(global uchar16* out, global const uchar16* in, global const uchar16* masks) {
  const size_t i = get_global_id(0);
  out[i] = shuffle(in[i], masks[i]);
}
#endif
#ifdef LOADED
kernel void loaded(global float* out, global const float4* in, global const uint* numbers) {
  const size_t i = get_global_id(0);
  const float4 v = in[i];
  out[i] = v[numbers[i] & 3];
}
#endif
