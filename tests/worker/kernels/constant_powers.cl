// Powers by small constants are products, quotients and roots.
// RUN: -t nvptx:sm_90 -t spirv64:1.2 -t amdgcn:gfx90a
// CHECK-NOT nvptx: lg2|ex2\.approx\.ftz[\s\S]*ex2
// CHECK-NOT spirv: ExtInst %\w+ %\w+ (pow|pown|powr|half_powr|native_powr)\b
// CHECK spirv: OpFMul %v4float
// CHECK spirv: ExtInst %float %\w+ sqrt
// CHECK spirv: ExtInst %float %\w+ rsqrt
// CHECK spirv: ExtInst %float %\w+ exp2
// CHECK spirv: ExtInst %float %\w+ exp10
// CHECK-NOT amdgcn: v_log_f32
// Not without the optimiser, not by others, and not a function of the source's own.
// RUN: -cl-opt-disable -t spirv64:1.2
// CHECK spirv: ExtInst %float %\w+ pown
// RUN: -DOTHERS -t spirv64:1.2
// CHECK spirv: (ExtInst %float %\w+ pow [\s\S]*){3}
// CHECK spirv: ExtInst %float %\w+ powr
// CHECK spirv: ExtInst %float %\w+ pown
#ifdef OTHERS
kernel void others(global float* o, float y, int n) {
  o[0] = pow(o[0], 2.25f) + pow(o[1], y) + pow(3.0f, o[2]) + powr(o[3], 0.0f) + pown(o[4], n);
}
#else
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
#endif
