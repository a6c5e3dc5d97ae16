// Clang's kernel stubs are inlined: nothing goes through parameter space but kernel arguments.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='{{[[:space:]]}}call' --implicit-check-not=.func --implicit-check-not=__clang_ocl_kern_imp_
// CHECK-LABEL: .entry one(
// CHECK: add.rn.f32
// CHECK-LABEL: .entry two(
// CHECK: add.rn.f32
float add(float a, float b) { return a + b; }
kernel void one(global float* o) { o[0] = add(o[1], o[2]); }
kernel void two(global float* o) { o[0] = add(o[2], 2.0f); }
