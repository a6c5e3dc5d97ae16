// Parameters as libclc-cuda.so passes them to CUDA's driver: constant pointers in global memory, local ones as offsets in
// the dynamic shared memory, and behind all what a launch has beyond CUDA's registers.
// RUN: %clc compile %s -t cuda:sm_50 -o - | %disasm | FileCheck %s --implicit-check-not=envreg --implicit-check-not='.ptr .shared'
// RUN: %clc compile %s -t cuda:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not=envreg --implicit-check-not='.ptr .shared'
// RUN: %clc compile %s -t cuda:sm_90 -cl-opt-disable -o - | %disasm | FileCheck %s --implicit-check-not=envreg --implicit-check-not='.ptr .shared'
// RUN: %clc compile %s -t cuda:sm_90 -o - | %disasm | FileCheck %s --check-prefix=OPTIMISED
// CHECK: .target sm_{{[0-9]+$}}
// CHECK: .visible .global .align 1 .b8 clc_kernels[
// CHECK-LABEL: .entry k(
// CHECK: .param .u64 .ptr .global .align 4 k_param_0
// CHECK: .param .u64 .ptr .global .align 16 k_param_1
// CHECK: .param .u32 k_param_2
// CHECK: .param .align 16 .b8 k_param_3[48]
// CHECK: .param .u8 k_param_4
// CHECK: .param .u32 k_param_5
// CHECK: .param .u32 k_param_6
// CHECK: .param .u32 k_param_7
// CHECK: .param .u32 k_param_8
// CHECK: .param .u32 k_param_12
// OPTIMISED-LABEL: .entry k(
// OPTIMISED: ld.global.nc.b32
// OPTIMISED-LABEL: .entry launch(
// OPTIMISED-DAG: %nctaid.x
// OPTIMISED-DAG: ld.param.b32 {{%rd?[0-9]+}}, [launch_param_1];
// OPTIMISED-DAG: ld.param.b32 {{%rd?[0-9]+}}, [launch_param_3];
// OPTIMISED-DAG: ld.param.b32 {{%rd?[0-9]+}}, [launch_param_4];
typedef struct { int count; float4 v; char c[5]; } S;
kernel void k(global float* o, constant float4* c, local double* l, S s, uchar b) {
  l[0] = s.c[4] + b;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[0] = c[0].x + l[1] + s.count + s.v.w;
}
__attribute__((noinline)) size_t place(void) { return get_global_id(0) + get_global_offset(2); }
kernel void launch(global ulong* o) { o[place()] = get_num_groups(0) + get_work_dim() + get_group_id(1); }
