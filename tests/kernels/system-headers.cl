// RUN: rm -rf %t && split-file %s %t
// The headers of this machine are no part of what the call names, so that a result would differ between machines.
// RUN: not %clc compile %t/main.cl -t spirv64 -t nvptx:sm_90 -t amdgcn:gfx1100 -t r600:cypress --keep-going '-DHEADER=<linux/limits.h>' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=LINUX-LIMITS-H
// LINUX-LIMITS-H: main.cl:{{[0-9]+}}:10: fatal error: 'linux/limits.h' file not found{{$}}
// RUN: not %clc compile %t/main.cl -t spirv64 -t nvptx:sm_90 -t amdgcn:gfx1100 -t r600:cypress --keep-going '-DHEADER=<stdint.h>' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=STDINT-H
// STDINT-H: main.cl:{{[0-9]+}}:10: fatal error: 'stdint.h' file not found{{$}}
// RUN: not %clc compile %t/main.cl -t spirv64 --keep-going '-DHEADER="math.h"' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=MATH-H
// MATH-H: main.cl:{{[0-9]+}}:10: fatal error: 'math.h' file not found{{$}}
// RUN: %clc compile %t/main.cl -t spirv64 -t nvptx:sm_90 '-DHEADER=<linux/limits.h>' -DIS_THERE=1 -I %t/inc -o - | %valid
// RUN: %clc compile %t/main.cl -t spirv64 '-DHEADER=<linux/limits.h>' -DIS_THERE=1 -isystem %t/inc -o - | %valid

//--- main.cl
#if __has_include(<linux/limits.h>) != defined(IS_THERE)
#error __has_include
#endif
#include HEADER
kernel void k(global int* o) { o[0] = PATH_MAX; }
//--- inc/linux/limits.h
#define PATH_MAX 7
