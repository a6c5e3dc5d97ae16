// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='st.global.b{{(8|16)}} [{{[^]]*}}], %%r'
// CHECK-LABEL: .entry k(
// CHECK: .reg .b64 %clc_stored64_0;
// CHECK: mov.b32 %clc_stored32_0, %r{{[0-9]+}};
// CHECK: st.global.b8 [%rd{{[0-9]+}}], %clc_stored32_0;
// CHECK: st.global.b16 [%rd{{[0-9]+}}+2], %clc_stored32_0;
// CHECK: st.global.b8 [%rd{{[0-9]+}}+4], %clc_stored64_0;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void k(global uchar* bytes, float x, double y) {
  bytes[0] = as_uint(x + 8388608.0f);
  ((global ushort*)bytes)[1] = as_uint(x * 3.0f);
  bytes[4] = as_ulong(y + 4503599627370496.0);
}
