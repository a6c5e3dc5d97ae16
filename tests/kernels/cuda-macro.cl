// Kernels see whether they are for CUDA's driver, which gives a group more local memory than NVIDIA's OpenCL.
// RUN: %clc compile %s -t cuda:sm_90 -o - | %disasm | FileCheck %s --check-prefix=CUDA
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=OPENCL
// CUDA: st.global.b32 {{.*}}, 227;
// OPENCL: st.global.b32 {{.*}}, 48;
kernel void local_kib(global int* to) {
#ifdef __clc_cuda
  *to = 227;
#else
  *to = 48;
#endif
}
