// RUN: -t nvptx:sm_90 -t spirv64:1.2 -t spirv32:1.2
// CHECK nvptx: \.entry inner\(
// CHECK nvptx: \.entry outer\(
// CHECK-NOT nvptx: \bcall\b
// CHECK spirv: OpEntryPoint Kernel %\S+ "inner"
// CHECK spirv: OpEntryPoint Kernel %\S+ "outer"
// CHECK-NOT spirv: OpFunctionCall
// MANIFEST: "name": "inner"
// MANIFEST: "name": "outer"
kernel void inner(global int* o, int x) { o[get_global_id(0)] = x; }
kernel void outer(global int* o) { inner(o + 1, 7); }
