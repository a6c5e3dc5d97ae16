// RUN: %clc compile %s -t nvptx:sm_90 -cl-denorms-are-zero -cl-no-subgroup-ifp -o - | %disasm | FileCheck %s --check-prefix=NVPTX-FTZ
// NVPTX-FTZ-LABEL: .entry k(
// NVPTX-FTZ: mul.{{(rn\.)?}}ftz.f32
// RUN: %clc compile %s -t spirv64:1.2 -cl-denorms-are-zero -cl-no-subgroup-ifp -o - | %disasm | FileCheck %s --check-prefix=SPIRV-FTZ --implicit-check-not=DenormFlushToZero
// SPIRV-FTZ-LABEL: %k = OpFunction
// SPIRV-FTZ: OpFMul %float
// RUN: %clc compile %s -t amdgcn:gfx906 -cl-denorms-are-zero -cl-no-subgroup-ifp -o - | %disasm | FileCheck %s --check-prefix=AMDGCN-FTZ
// AMDGCN-FTZ-LABEL: <k>:
// AMDGCN-FTZ: v_mul_f32
// RUN: %clc compile %s -t nvptx:sm_90 -t spirv64:1.2 -t amdgcn:gfx906 -cl-denorms-are-zero -cl-no-subgroup-ifp -o %t.pack && FileCheck %s --check-prefix=MANIFEST --input-file=%t.pack/manifest.clc.json
// MANIFEST: "build_options": "-cl-denorms-are-zero"
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX --implicit-check-not='{{(add|mul|fma|sqrt)[^ ]*}}.ftz'
// NVPTX-LABEL: .entry k(
// NVPTX: mul.rn.f32
kernel void k(global float* o) { o[0] = o[1] * o[2]; o[1] = exp(o[3]) + sqrt(o[4]); }
