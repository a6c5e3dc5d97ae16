// get_global_id(0) = tid + ntid * ctaid + envreg3: with a global offset, and in a split launch, too.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --implicit-check-not='%%envreg0'
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='%%envreg0'
// CHECK-LABEL: .entry k(
// CHECK: %tid.x
// CHECK: %ntid.x
// CHECK: %ctaid.x
// CHECK: mov.b32 %r{{[0-9]+}}, %envreg3;
kernel void k(global uint* o) { o[get_global_id(0)] = 1; }
