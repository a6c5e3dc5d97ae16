// LLVM's intrinsics for C's maths functions become OpenCL's functions, of which chips have code.
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress -DFLOATS -o - | %valid
// RUN: %clc compile %s -t spirv64 -DFLOATS -DODD -DDOUBLES -DVECTORS -DHALVES -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv32 -DFLOATS -DODD -DDOUBLES -DVECTORS -DHALVES -o - | %disasm | FileCheck %s
// CHECK-LABEL: %float_alone = OpFunction
// CHECK: ExtInst {{.*}}exp10
// CHECK: ExtInst {{.*}}ldexp
// Chips take vectors apart, so long ones would compile the same many times.
// RUN: %clc compile %s -t nvptx:sm_80 -t amdgcn:gfx942 -DODD -DDOUBLES -DHALVES -o - | %valid
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -DDOUBLES -DHALVES -cl-opt-disable -o - | %valid
// RUN: %if ocloc %{ %clc compile %s -t intel:dg2 -DFLOATS -o %t.clcpack %}
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#define ONE(F) o[0] += __builtin_elementwise_##F(o[1]);
#define TWO(F) o[0] += __builtin_elementwise_##F(o[1], o[2]);
#define ALL                                                                                                \
  ONE(acos) ONE(asin) ONE(atan) ONE(cos) ONE(cosh) ONE(exp) ONE(exp10) ONE(exp2) ONE(log) ONE(log10) ONE(log2) \
  ONE(sin) ONE(sinh) ONE(tan) ONE(tanh) TWO(atan2) TWO(pow) TWO(maximumnum) TWO(minimumnum)
#define KERNEL(T, N)                                                             \
  typedef T T##_##N __attribute__((ext_vector_type(N)));                         \
  typedef int T##_int##N __attribute__((ext_vector_type(N)));                    \
  typedef long T##_long##N __attribute__((ext_vector_type(N)));                  \
  kernel void T##_by_##N(global T##_##N* o, global T##_int##N* n, global T##_long##N* wide) { \
    ALL                                                                          \
    o[0] += __builtin_elementwise_ldexp(o[1], n[0]) + __builtin_elementwise_ldexp(o[2], wide[0]);                     \
  }
#define SCALAR(T, SUFFIX)                                                           \
  kernel void T##_alone(global T* o, global int* n, global long* wide, global char* narrow) {             \
    ALL                                                                             \
    T first, second;                                                                \
    __builtin_sincos##SUFFIX(o[1], &first, &second);                                \
    o[2] = first + second + __builtin_powi##SUFFIX(o[1], n[0]);                     \
    o[3] = __builtin_modf##SUFFIX(o[1], &first) + first;                            \
    o[4] = __builtin_elementwise_exp2((T)n[1]) + __builtin_elementwise_pow((T)2, (T)n[1]); \
    o[5] = __builtin_elementwise_ldexp(o[5], narrow[0]) + __builtin_elementwise_ldexp(o[5], wide[0]);       \
    wide[1] = __builtin_lround##SUFFIX(o[1]) + __builtin_llrint##SUFFIX(o[2]);      \
  }
#ifdef FLOATS
SCALAR(float, f) KERNEL(float, 3)
#endif
#ifdef ODD
KERNEL(float, 5)
#endif
#ifdef DOUBLES
SCALAR(double, )
#endif
#ifdef HALVES
KERNEL(half, 2)
#endif
#ifdef VECTORS
KERNEL(double, 4) KERNEL(half, 16)
#endif
