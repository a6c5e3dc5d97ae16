// RUN: rm -rf %t && split-file %s %t
// RUN: %clc compile %t/lines.cl -t spirv64 -g -I %t/inc -o - | %disasm | FileCheck %s --check-prefix=SPIRV --implicit-check-not=__clc_line
// RUN: %clc compile %t/lines.cl -t spirv32 -g -I %t/inc -o - | %disasm | FileCheck %s --check-prefix=SPIRV --implicit-check-not=__clc_line
// RUN: %clc compile %t/lines.cl -t spirv64 -g -cl-opt-disable -I %t/inc -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV-DAG: OpString "lines.cl"
// SPIRV-DAG: OpString "{{.*}}h.h"
// SPIRV-LABEL: %k = OpFunction
// SPIRV: OpLine {{%[0-9]+}} 5 3
// The whole program is for debuggers only where nothing is optimised.
// RUN: %clc compile %t/lines.cl -t nvptx:sm_50 -g -I %t/inc -o %t.ptx && FileCheck %s --input-file=%t.ptx --check-prefix=NVPTX
// RUN: %clc compile %t/lines.cl -t nvptx:sm_90 -g -O1 -I %t/inc -o %t.ptx && FileCheck %s --input-file=%t.ptx --check-prefix=NVPTX
// NVPTX: .target sm_{{[0-9]+}}, texmode_independent{{$}}
// NVPTX-LABEL: .entry k(
// NVPTX: .loc
// NVPTX: .file{{.*}}lines.cl
// RUN: %clc compile %t/lines.cl -t nvptx:sm_90 -g -cl-opt-disable -I %t/inc -o - | %disasm | FileCheck %s --check-prefix=DEBUG
// DEBUG: .target sm_90, texmode_independent, debug
// RUN: %clc compile %t/lines.cl -t spirv64 -g -s -I %t/inc -o - | %disasm | FileCheck %s --check-prefix=STRIPPED --implicit-check-not=OpLine --implicit-check-not=OpString
// STRIPPED: OpEntryPoint Kernel %{{.*}} "k"
// STRIPPED: OpFAdd %float

//--- lines.cl
#include "h.h"
typedef struct { int n; float4 v; } S;
kernel void k(global float* o, S s, local float* l) {
  float sum = 0;
  for (int i = 0; i < s.n; ++i) sum += twice(o[i]);
  l[0] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = l[0] + s.v.x;
}
//--- inc/h.h
inline float twice(float x) {
  return x + x;
}
