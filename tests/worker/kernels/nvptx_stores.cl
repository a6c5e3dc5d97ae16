// RUN: -t nvptx:sm_90
// CHECK nvptx: mov\.b32\s+%clc_stored32_0, %r\d+;
// CHECK nvptx: st\.global\.b8\s+\[%rd\d+\], %clc_stored32_0;
// CHECK nvptx: st\.global\.b16\s+\[%rd\d+\+2\], %clc_stored32_0;
// CHECK nvptx: st\.global\.b8\s+\[%rd\d+\+4\], %clc_stored64_0;
// CHECK nvptx: \.reg \.b64\s+%clc_stored64_0;
// CHECK-NOT nvptx: st\.global\.b(8|16)\s+\[[^]]*\], %r
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void k(global uchar* bytes, float x, double y) {
  bytes[0] = as_uint(x + 8388608.0f);
  ((global ushort*)bytes)[1] = as_uint(x * 3.0f);
  bytes[4] = as_ulong(y + 4503599627370496.0);
}
