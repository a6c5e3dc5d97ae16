// Nothing stays undefined, with libdevice and with what stands in for it.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK-NOT nvptx: __nv_
// CHECK-NOT nvptx: \.func
// RUN: -t nvptx:sm_90
// ENV: CUDA_PATH={dir} CUDA_HOME={dir}
// CHECK-NOT nvptx: __nv_
// RUN: -t nvptx:sm_50 -t nvptx:sm_90 -cl-std=CL3.0
// WITHOUT: CUDA
// CHECK-NOT nvptx: __nv_
// CHECK-NOT nvptx: \.func
// RUN: -t nvptx:sm_90 -O0
// WITHOUT: CUDA
kernel void f(global float* o) { o[0] = sin(o[1]) + pow(o[2], o[3]) + log(o[4]) + sqrt(o[5]) + sinpi(o[6]) + rsqrt(o[7]); }
kernel void d(global double* o) { o[0] = sin(o[1]) + pow(o[2], o[3]) + log(o[4]) + sqrt(o[5]) + sinpi(o[6]) + rsqrt(o[7]); }
kernel void i(global int* o, global float* f, global double* d) {
  o[0] = isinf(f[0]) + isinf(d[0]) + isnan(f[1]) + isfinite(d[1]);
}
