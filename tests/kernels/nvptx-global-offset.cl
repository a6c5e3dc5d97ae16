// get_global_offset(0) = envreg3 - envreg0 * ntid; get_group_id(0) = ctaid + envreg0.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s
// CHECK-LABEL: .entry offset(
// CHECK-DAG: mov.b32 [[FIRST:%r[0-9]+]], %envreg3;
// CHECK-DAG: mov.b32 [[GROUP:%r[0-9]+]], %envreg0;
// CHECK-DAG: mov.u32 [[SIZE:%r[0-9]+]], %ntid.x;
// CHECK: mul.lo.s32 [[SKIPPED:%r[0-9]+]], [[GROUP]], [[SIZE]];
// CHECK: sub.s32 {{%r[0-9]+}}, [[FIRST]], [[SKIPPED]];
// CHECK-LABEL: .entry group(
// CHECK-DAG: mov.u32 [[PART:%r[0-9]+]], %ctaid.x;
// CHECK-DAG: mov.b32 [[BEFORE:%r[0-9]+]], %envreg0;
// CHECK: add.s32 {{%r[0-9]+}}, [[PART]], [[BEFORE]];
kernel void offset(global uint* o) { o[0] = get_global_offset(0); }
kernel void group(global uint* o) { o[0] = get_group_id(0); }
