// Stores of half numbers are rounded to the nearest one by the chip, of floats and of doubles, in each address space;
// not through float where a double would be rounded twice.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --implicit-check-not='{{setp|selp|bra|cvt\.rn\.f32\.f64}}'
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='{{setp|selp|bra|cvt\.rn\.f32\.f64}}'
// CHECK-LABEL: .entry stores(
// CHECK: cvt.rn.f16{{(x2)?}}.f32
// CHECK: st.global.b16
// CHECK: cvt.rn.f16.f64
// CHECK: st.shared.b16
// CHECK: st.local
// RUN: %clc compile %s -t nvptx:sm_90 -DDIRECTED -o - | %disasm | FileCheck %s --check-prefix=DIRECTED
// DIRECTED-LABEL: .entry stores(
// DIRECTED: {{setp|selp}}
// RUN: %clc compile %s -t nvptx:sm_90 -cl-opt-disable -o - | %valid
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
