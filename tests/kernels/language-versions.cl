// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -DWANT=120 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -cl-std=CL1.0 -DWANT=100 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -cl-std=CL1.1 -DWANT=110 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -cl-std=CL1.2 -DWANT=120 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -cl-std=cl2.0 -DWANT=200 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -cl-std=CL3.0 -DWANT=300 -o - | %valid
#ifdef __OPENCL_C_VERSION__
#if __OPENCL_C_VERSION__ != WANT
#error another version
#endif
#elif WANT != 100
#error no version
#endif
#if CL_VERSION_1_2 != 120 || CL_VERSION_1_0 != 100 || __ENDIAN_LITTLE__ != 1 || !defined(__OPENCL_VERSION__)
#error macros that every OpenCL C compiler defines
#endif
#if WANT >= 200
kernel void k(global int* o, int n) {
#else
__kernel void k(__global int* o, int n) {
#endif
  o[get_global_id(0)] = n;
}
