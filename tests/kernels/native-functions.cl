// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX --implicit-check-not=call
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// NVPTX-LABEL: .entry k(
// NVPTX-DAG: sin.approx
// NVPTX-DAG: cos.approx
// NVPTX-DAG: ex2.approx
// NVPTX-DAG: lg2.approx
// NVPTX-DAG: rsqrt.approx
// NVPTX-DAG: {{[[:space:]]}}sqrt.approx
// NVPTX-DAG: {{div\.approx|rcp\.approx}}
// NVPTX: ret;
// SPIRV-DAG: native_sin
// SPIRV-DAG: native_exp
kernel void k(global float4* o) {
  o[0] = native_sin(o[1]) + native_cos(o[2]) + native_exp(o[3]) + native_log(o[4]) + native_rsqrt(o[5]) +
         native_sqrt(o[6]) + native_divide(o[7], o[8]) + native_recip(o[9]);
}
