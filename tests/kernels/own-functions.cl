// The program's own functions whose names belong to C's library, to OpenCL or to LLVM are called and inlined as any other.
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=SPIRV --implicit-check-not='{{s_abs|OpName %%(_Z3powff|__spirv_ocl_sqrt)}}'
// SPIRV: OpConstant %float 17{{$}}
// SPIRV: OpConstant %float 16{{$}}
// SPIRV: OpConstant %float 15{{$}}
// SPIRV-LABEL: %own_labs = OpFunction
// SPIRV: OpIAdd %ulong %{{[0-9]+}} %ulong_1000
// SPIRV-LABEL: %entry = OpFunction
// SPIRV: OpFunctionCall %float
// SPIRV: OpFunctionCall %ulong
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX-LABEL: .entry entry(
// NVPTX: {{0f41700000|1097859072|0x41700000}}
// RUN: %clc compile %s -t amdgcn:gfx906 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=AMDGCN --implicit-check-not=v_mul_f32
// AMDGCN-LABEL: <own__Z3powff>:
// AMDGCN: v_add_f32_e32 v0, 2.0, v0
// AMDGCN-LABEL: <entry>:
// AMDGCN: 0x41700000
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL3.0 -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=SPIRV-O0 --implicit-check-not=s_abs
// SPIRV-O0-LABEL: %entry = OpFunction
// SPIRV-O0: OpFunctionCall %ulong
// RUN: %clc compile %s -t amdgcn:gfx906 -cl-std=CL3.0 -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=AMDGCN-O0 --implicit-check-not=v_mul_f32
// AMDGCN-O0-LABEL: <own_sqrtf>:
// AMDGCN-O0: v_add_f32
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -cl-opt-disable -o - | %valid
float sqrtf(float x) { return x + 11; }
float fabsf(float x) { return x + 12; }
float expf(float x) { return x + 13; }
__attribute__((noinline)) long labs(long c) { return c + 1000; }
__attribute__((noinline, overloadable)) float pow(float x, float y) { return x + y; }
__attribute__((noinline)) float __spirv_ocl_sqrt(float x) { return x - 3; }
kernel void entry(global float* o, global long* l, long n) {
  o[0] = sqrtf(4.0f);
  o[1] = fabsf(4.0f);
  o[2] = expf(4.0f);
  o[3] = pow(o[4], 2.0f);
  o[5] = __spirv_ocl_sqrt(o[6]);
  l[0] = labs(n);
}
