// The program's own functions whose names belong to C's library, to OpenCL or to LLVM are called and inlined as any other.
// RUN: -t spirv64:1.2 -t nvptx:sm_90 -t amdgcn:gfx906 -cl-std=CL3.0
// CHECK spirv64: OpConstant %float 15\b
// CHECK spirv64: OpConstant %float 16\b
// CHECK spirv64: OpConstant %float 17\b
// CHECK spirv64: OpFunctionCall %ulong
// CHECK spirv64: OpFunctionCall %float
// CHECK spirv64: OpIAdd %ulong %\d+ %ulong_1000
// CHECK-NOT spirv64: s_abs
// CHECK-NOT spirv64: OpName %_Z3powff
// CHECK-NOT spirv64: OpName %__spirv_ocl_sqrt
// CHECK nvptx: 0f41700000|1097859072|0x41700000
// CHECK amdgcn: 0x41700000
// CHECK amdgcn: v_add_f32_e32 v0, 2.0, v0
// CHECK-NOT amdgcn: v_mul_f32
// RUN: -t spirv64:1.2 -t nvptx:sm_90 -t amdgcn:gfx906 -cl-std=CL3.0 -cl-opt-disable
// CHECK spirv64: OpFunctionCall %ulong
// CHECK-NOT spirv64: s_abs
// CHECK-NOT amdgcn: v_mul_f32
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
