// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t spirv64 -t nvptx:sm_90 -o %t.clcpack 2>&1 | FileCheck %s
// CHECK: warnings.cl:{{[0-9]+}}:{{[0-9]+}}: warning: expression result unused [-Wunused-value]
// CHECK: {{^}}  o[1] + 3;{{$}}
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -w -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -Wno-unused-value -o - | %valid
// RUN: not %clc compile %s -t spirv64 -Werror -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=WERROR --implicit-check-not='warning:'
// WERROR: warnings.cl:{{[0-9]+}}:{{[0-9]+}}: error: expression result unused [-W
// RUN: %clc compile %s -t spirv64 -Werror -w -o - | %valid
kernel void k(global int* o) {
  o[1] + 3;
  o[0] = 1;
}
