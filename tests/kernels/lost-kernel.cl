// Execution of a kernel that the optimiser makes nothing of would run into what follows it.
// RUN: not %clc compile %s -t spirv64 -w '-DDO=through()' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=THROUGH
// THROUGH: lost-kernel.cl:{{[0-9]+}}:13: error: kernel lost does something undefined on every path
// RUN: not %clc compile %s -t nvptx:sm_80 -w '-DDO=through()' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=THROUGH
// RUN: not %clc compile %s -t amdgcn:gfx942 -w '-DDO=through()' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=THROUGH
// RUN: not %clc compile %s -t r600:cypress -w '-DDO=through()' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=THROUGH
// RUN: %if ocloc %{ not %clc compile %s -t intel:dg2 -w '-DDO=through()' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=THROUGH %}
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress -w '-DDO=if(o[1])through()' -o - | %valid
// RUN: %if ocloc %{ %clc compile %s -t intel:dg2 -w '-DDO=if(o[1])through()' -o %t.clcpack %}
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -cl-opt-disable -w '-DDO=through()' -o - | %valid
// Kernels that the source itself ends.
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress '-DDO=__builtin_unreachable()' -o - | %valid
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress '-DDO=end()' -o - | %valid
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 '-DDO=for(;;)o[0]+=1' -o - | %valid
void through() {
  global int* nowhere;
  *nowhere = 1;
}
void end() { __builtin_unreachable(); }
kernel void lost(global int* o) { DO; }
kernel void other(global int* o) { o[0] = 1; }
