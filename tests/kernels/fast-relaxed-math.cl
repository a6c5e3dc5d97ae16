// RUN: %clc compile %s -t nvptx:sm_90 -cl-fast-relaxed-math -o - | %disasm | FileCheck %s --check-prefix=NVPTX-FAST
// NVPTX-FAST-LABEL: .entry k(
// NVPTX-FAST: {{\.approx|div\.full}}
// NVPTX-FAST: fma.
// RUN: %clc compile %s -t spirv64:1.2 -cl-fast-relaxed-math -o - | %disasm | FileCheck %s --check-prefix=SPIRV-FAST
// SPIRV-FAST: FPFastMathMode {{.*}}Fast
// RUN: %clc compile %s -t nvptx:sm_90 -t spirv64:1.2 -cl-fast-relaxed-math -o %t.pack && FileCheck %s --check-prefix=MANIFEST --input-file=%t.pack/manifest.clc.json
// MANIFEST: "build_options": "-cl-fast-relaxed-math"
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX-LABEL: .entry k(
// NVPTX: {{div\.rn\.f32|div\.full}}
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV --implicit-check-not='FPFastMathMode {{.*}}Fast'
// SPIRV-LABEL: %k = OpFunction
// SPIRV: OpFDiv %float
kernel void k(global float* o) { o[0] = o[1] * o[2] + o[3] / o[4]; }
