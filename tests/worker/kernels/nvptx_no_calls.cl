// Clang's kernel stubs are inlined: nothing goes through parameter space but kernel arguments.
// RUN: -t nvptx:sm_90
// CHECK-NOT nvptx: \bcall\b
// CHECK-NOT nvptx: \.func
// CHECK-NOT nvptx: __clang_ocl_kern_imp_
float add(float a, float b) { return a + b; }
kernel void one(global float* o) { o[0] = add(o[1], o[2]); }
kernel void two(global float* o) { o[0] = add(o[2], 2.0f); }
