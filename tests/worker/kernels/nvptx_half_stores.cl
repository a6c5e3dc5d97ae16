// Stores of half numbers are rounded to the nearest one by the chip, of floats and of doubles, in each address space;
// not through float where a double would be rounded twice.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK nvptx: cvt\.rn\.f16(x2)?\.f32
// CHECK nvptx: cvt\.rn\.f16\.f64
// CHECK nvptx: st\.global\.b16
// CHECK nvptx: st\.shared\.b16
// CHECK nvptx: st\.local
// CHECK-NOT nvptx: setp|selp|bra|cvt\.rn\.f32\.f64
// RUN: -t nvptx:sm_90 -DDIRECTED
// CHECK nvptx: setp|selp
// RUN: -t nvptx:sm_90 -cl-opt-disable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void stores(float4 x, double2 y, float3 z, global half* out, local half* mine, int index) {
  ushort words[8];
  private half* own = (private half*)words;
  const size_t i = get_global_id(0);
#ifdef DIRECTED
  vstore_half4_rtz(x, i, out);
#else
  vstore_half4_rte(x, i, out);
  vstorea_half3_rte(z, i + 1, out);
  vstore_half_rte(x.y, i + 9, out);
  vstore_half2_rte(y, i + 2, out);
  vstorea_half4_rte(x, i, mine);
  vstore_half4_rte(x, 0, own);
  vstore_half4_rte(x.wzyx, 1, own);
  vstore_half(vload_half(index, own), 0, out);
#endif
}
