// Parameters as NVIDIA's driver expects them: pointers with their space and alignment, structs and 3-vectors as aligned
// bytes, local pointers as shared memory.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s
// CHECK-LABEL: .entry k(
// CHECK: .param .u64 .ptr .global .align 4 k_param_0
// CHECK: .param .u64 .ptr .const .align 16 k_param_1
// CHECK: .param .u64 .ptr .shared .align 16 k_param_2
// CHECK: .param .align 16 .b8 k_param_3[48]
// CHECK: .param .align 16 .b8 k_param_4[16]
// CHECK: .param .align 16 .b8 k_param_5[16]
// CHECK: .param .u8 k_param_6
// CHECK: .param .u64 k_param_7
// CHECK: .param .align 8 .b8 k_param_8[8]
// CHECK: .param .f32 k_param_9
typedef struct { int count; float4 v; char c[5]; } S;
kernel void k(global float* o, constant float4* c, local double* l, S s, float3 v3, float4 v4, uchar b, long n, int2 v2,
              float f) {
  l[0] = s.c[4] + b;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[0] = c[0].x + l[1] + s.count + s.v.w + v3.z + v4.w + n + v2.y + f;
}
