#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#include "convert.clh"

FROM(double)
#define TO_DOUBLE_ONLY(S)                                                       \
  kernel void double_from_##S(global const S* in, global long* out, int n) {    \
    const int i = get_global_id(0);                                             \
    int j = 0;                                                                  \
    {                                                                           \
      const S x = in[i];                                                        \
      MODES(TO_DOUBLE, )                                                        \
    }                                                                           \
    if (i < n / 4) {                                                            \
      const S##4 v = vload4(i, in);                                             \
      MODES(TO_DOUBLE4, )                                                       \
    }                                                                           \
  }
INTEGERS(TO_DOUBLE_ONLY)
TO_DOUBLE_ONLY(float)

kernel void store_half_double(global const double* in, global half* out, int n) {
  const int i = get_global_id(0);
  vstore_half(in[i], i, out);
  vstore_half_rte(in[i], i, out + n);
  vstore_half_rtz(in[i], i, out + 2 * n);
  vstore_half_rtp(in[i], i, out + 3 * n);
  vstore_half_rtn(in[i], i, out + 4 * n);
}
kernel void bytes_of_double_sums(global const double* in, global uchar* bytes, global ushort* halves) {
  const int i = get_global_id(0);
  bytes[i] = as_ulong(in[i] + 0x1p52);
  halves[i] = as_ulong(in[i] * 3.0);
}
