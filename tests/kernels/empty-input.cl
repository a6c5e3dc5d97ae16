// RUN: env CLC_OPTIONS_APPEND= %clc compile - -t spirv64 -t nvptx:sm_90 --name empty -o %t.clcpack < /dev/null 2>&1 | FileCheck %s
// CHECK: warning: no kernels
// RUN: not %clc compile - -t spirv64 -t nvptx:sm_90 -Werror -o %t.clcpack < /dev/null 2>&1 | FileCheck %s --check-prefix=WERROR
// WERROR: error: no kernels
