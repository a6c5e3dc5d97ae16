// Conversions from half, and to half: result j of item i is out[j * n + i]. Then bits that are moved about as halves.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "../kernels/convert.clh"

FROM(half)

#define BITS(MODE) out[n * j++ + i] = as_ushort(convert_half##MODE(x));
#define BITS4(MODE) vstore4(as_ushort4(convert_half4##MODE(v)), i, out + n * j++);
#define FIVE(M) M() M(_rte) M(_rtz) M(_rtp) M(_rtn)
#define TO_HALF(S)                                                             \
  kernel void half_from_##S(global const S* in, global ushort* out, int n) {   \
    const int i = get_global_id(0);                                            \
    int j = 0;                                                                 \
    {                                                                          \
      const S x = in[i];                                                       \
      FIVE(BITS)                                                               \
    }                                                                          \
    if (i < n / 4) {                                                           \
      const S##4 v = vload4(i, in);                                            \
      FIVE(BITS4)                                                              \
    }                                                                          \
  }
TO_HALF(char)
TO_HALF(ushort)
TO_HALF(short)
TO_HALF(int)
TO_HALF(uint)
TO_HALF(long)
TO_HALF(ulong)
TO_HALF(float)
TO_HALF(double)

// Each work-group of 64 passes its 64 halves on in several ways: the results hold the same bits.
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void move(global const half* in, global half* out, int n) {
  local half copied[64];
  local half2 pairs[32];
  const int i = get_global_id(0), l = get_local_id(0), first = i - l;
  event_t event = async_work_group_copy(copied, in + first, (size_t)64, (event_t)0);
  event = async_work_group_strided_copy(pairs, (global const half2*)(in + first), (size_t)32, (size_t)1, event);
  wait_group_events(1, &event);
  out[i] = copied[l];
  out[n + i] = l & 1 ? pairs[l / 2].y : pairs[l / 2].x;
  if (l < 16) {
    const half4 four = vload4(l, copied);
    const half4 turned = shuffle(four, (ushort4)(3, 2, 1, 0)), chosen = select(turned, four, (short4)(-1));
    vstore4(shuffle2(turned, chosen, (ushort4)(4, 2, 6, 0)), l, out + 2 * n + first);
    vstore4(bitselect(turned, chosen, as_half4((ushort4)(0xffff))), l, out + 3 * n + first);
  }
  if (l < 8) vstore8(vload8(l, in + first), l, out + 4 * n + first);
  if (l < 4) vstore16(vload16(l, in + first), l, out + 5 * n + first);
  if (l < 21) vstore3(vload3(l, in + first), l, out + 6 * n + first);
  if (l == 63) out[6 * n + i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  copied[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  event = async_work_group_copy(out + 7 * n + first, copied, (size_t)64, (event_t)0);
  wait_group_events(1, &event);
}
