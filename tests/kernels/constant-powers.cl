// Powers by small constants are products, quotients and roots.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX --implicit-check-not=lg2
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV --implicit-check-not='{{(pow|pown|powr) %%}}'
// RUN: %clc compile %s -t amdgcn:gfx90a -o - | %disasm | FileCheck %s --check-prefix=AMDGCN --implicit-check-not=v_log_f32
// NVPTX-LABEL: .entry products(
// NVPTX: mul.f32
// NVPTX-LABEL: .entry roots(
// NVPTX: sqrt.approx.f32
// NVPTX: rsqrt.approx.f32
// NVPTX-LABEL: .entry exponentials(
// NVPTX: ex2.approx
// SPIRV-LABEL: %products = OpFunction
// SPIRV: OpFMul %v4float
// SPIRV-LABEL: %roots = OpFunction
// SPIRV: OpExtInst %float {{%[0-9]+}} sqrt
// SPIRV: OpExtInst %float {{%[0-9]+}} rsqrt
// SPIRV-LABEL: %exponentials = OpFunction
// SPIRV: OpExtInst %float {{%[0-9]+}} exp2
// SPIRV: OpExtInst %float {{%[0-9]+}} exp10
// AMDGCN-LABEL: <products>:
// AMDGCN: v_mul_f32
// AMDGCN-LABEL: <roots>:
// AMDGCN: v_sqrt_f32
// AMDGCN-LABEL: <exponentials>:
// AMDGCN: v_exp_f32
kernel void products(global float* o, global float4* v) {
  o[0] = pow(o[0], 2.0f);
  o[1] = pown(o[1], -3);
  o[2] = powr(o[2], 4.0f);
  o[3] = native_powr(o[3], 3.0f);
  o[4] = half_powr(o[4], 2.0f);
  v[2] = pow(v[2], (float4)(3.0f));
}
kernel void roots(global float* o) {
  o[0] = pow(o[0], 1.5f);
  o[1] = powr(o[1], -0.5f);
}
kernel void exponentials(global float* o) {
  o[0] = pow(2.0f, o[0]);
  o[1] = pow(10.0f, o[1]);
}
