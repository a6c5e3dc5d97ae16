#include "convert.clh"

FROM(char)
FROM(uchar)
FROM(short)
FROM(ushort)
FROM(int)
FROM(uint)
FROM(long)
FROM(ulong)
FROM(float)

// Half precision is storage only. Result j of item i is out[j * n + i].
kernel void store_half(global const float* in, global half* out, int n) {
  const int i = get_global_id(0);
  vstore_half(in[i], i, out);
  vstore_half_rte(in[i], i, out + n);
  vstore_half_rtz(in[i], i, out + 2 * n);
  vstore_half_rtp(in[i], i, out + 3 * n);
  vstore_half_rtn(in[i], i, out + 4 * n);
  if (i < n / 4) {
    const float4 v = vload4(i, in);
    vstore_half4(v, i, out + 5 * n);
    vstore_half4_rte(v, i, out + 6 * n);
    vstorea_half4_rtz(v, i, out + 7 * n);
    vstorea_half4_rtp(v, i, out + 8 * n);
    vstore_half4_rtn(v, i, out + 9 * n);
    // Three at a time: packed, then each at four times the size.
    vstore_half3(v.xyz, i, out + 10 * n);
    vstorea_half3(v.xyz, i, out + 11 * n);
  }
}
kernel void load_half(global const half* in, global float* out, int n) {
  const int i = get_global_id(0);
  out[i] = vload_half(i, in);
  if (i < n / 4) {
    vstore4(vload_half4(i, in), i, out + n);
    vstore4(vloada_half4(i, in), i, out + 2 * n);
    vstore3(vload_half3(i, in), i, out + 3 * n);
    vstore3(vloada_half3(i, in), i, out + 4 * n);
    vstore2(vload_half2(i, in), i, out + 5 * n);
  }
  if (i < n / 16) {
    vstore16(vload_half16(i, in), i, out + 6 * n);
    vstore8(vload_half8(i, in), i, out + 7 * n);
  }
}
