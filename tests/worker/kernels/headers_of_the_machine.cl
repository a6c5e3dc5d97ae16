// The headers of this machine are no part of what the call names, so that a result would differ between machines.
// FILE inc/linux/limits.h: #define PATH_MAX 7\n
// RUN: --keep-going -DHEADER=<linux/limits.h> -t spirv64 -t nvptx:sm_90 -t amdgcn:gfx1100 -t r600:cypress
// FAIL: ^headers_of_the_machine\.cl:\d+:10: fatal error: 'linux/limits\.h' file not found$
// RUN: --keep-going -DHEADER=<stdint.h> -t spirv64 -t nvptx:sm_90 -t amdgcn:gfx1100 -t r600:cypress
// FAIL: ^headers_of_the_machine\.cl:\d+:10: fatal error: 'stdint\.h' file not found$
// RUN: --keep-going '-DHEADER="math.h"' -t spirv64
// FAIL: ^headers_of_the_machine\.cl:\d+:10: fatal error: 'math\.h' file not found$
// RUN: -DHEADER=<linux/limits.h> -DIS_THERE=1 -I inc -t spirv64 -t nvptx:sm_90
// RUN: -DHEADER=<linux/limits.h> -DIS_THERE=1 -isystem inc -t spirv64
#if __has_include(<linux/limits.h>) != defined(IS_THERE)
#error __has_include
#endif
#include HEADER
kernel void k(global int* o) { o[0] = PATH_MAX; }
