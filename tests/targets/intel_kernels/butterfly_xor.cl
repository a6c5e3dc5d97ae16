// Sums by the exchanges of a butterfly, of float, long and vectors.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 32
// local: 16
// argument: results 64
// argument: near 1 0
// argument: input 256
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong* out, global float* near, global const int2* in) {
  int2 v = in[get_global_id(0)];
  long w = v.x * 3l + v.y;
  float f = v.x & 255;
  for (uint i = 1; i < 16; i *= 2) {
    v += intel_sub_group_shuffle_xor(v, i);
    w ^= intel_sub_group_shuffle_xor(w, i) * 5;
    f += intel_sub_group_shuffle_xor(f, i);
  }
  out[2 * get_global_id(0)] = upsample(v.x, as_uint(v.y));
  out[2 * get_global_id(0) + 1] = w;
  near[get_global_id(0)] = f;
}
