// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %clc compile main.cl -t spirv64 -t nvptx:sm_90 -I 'inc dir' -isystem system -iquote quote -include first.h -o - | %valid
// RUN: %clc compile main.cl -t spirv64 '-Iinc dir' -isystemsystem -iquotequote -includefirst.h -o - | %valid
// RUN: %clc compile main.cl -t spirv64 -I '%t/inc dir/' -isystem %t/system -iquote %t/quote/sub/.. -include %t/first.h -o - | %valid
// RUN: %clc compile main.cl -t spirv64 -I 'inc dir/sub/..' -I ./system -iquote quote/ -include first.h -w -o - | %valid
// RUN: env CLC_OPTIONS_APPEND= %clc compile main.cl -t spirv64 -I 'inc dir' -I system -iquote quote -include first.h -o %t.clcpack 2>&1 | FileCheck %s
// CHECK: {{^}}system/sys.h:2:{{[0-9]+}}: warning: {{.*}}[-Wunused-{{(comparison|value)}}]
// RUN: not %clc compile main.cl -t spirv64 -I 'inc dir' -isystem system -include first.h -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: main.cl:{{[0-9]+}}:{{[0-9]+}}: {{(fatal )?}}error: 'q.h' file not found

//--- main.cl
#include "a b.h"
#include "q.h"
kernel void k(global int* o) { o[0] = BESIDE + SUB + SYS + QUOTED + FIRST + unused_result(2); }
//--- inc dir/a b.h
#include "../beside.h"
#include "sub/c.h"
//--- beside.h
#define BESIDE 1
//--- inc dir/sub/c.h
#include <sys.h>
#define SUB 2
//--- system/sys.h
#define SYS 3
int unused_result(int x) { x == 1; return x; }
//--- quote/q.h
#define QUOTED 4
//--- first.h
#define FIRST 5
