// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX --implicit-check-not='{{[[:space:]]}}call'
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV --implicit-check-not=OpFunctionCall
// RUN: %clc compile %s -t spirv32:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV --implicit-check-not=OpFunctionCall
// RUN: %clc compile %s -t spirv64 -o - | %clc inspect - --names kernels | FileCheck %s
// NVPTX-LABEL: .entry inner(
// NVPTX: st.global.b32
// NVPTX-LABEL: .entry outer(
// NVPTX: st.global.b32 [{{.*}}], 7;
// SPIRV-DAG: OpEntryPoint Kernel %{{[^ ]+}} "inner"
// SPIRV-DAG: OpEntryPoint Kernel %{{[^ ]+}} "outer"
// CHECK: inner
// CHECK-NEXT: outer
kernel void inner(global int* o, int x) { o[get_global_id(0)] = x; }
kernel void outer(global int* o) { inner(o + 1, 7); }
