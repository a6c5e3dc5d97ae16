// FILE inc dir/a b.h: #include "../beside.h"\n#include "sub/c.h"\n
// FILE beside.h: #define BESIDE 1\n
// FILE inc dir/sub/c.h: #include <sys.h>\n#define SUB 2\n
// FILE system/sys.h: #define SYS 3\nint unused_result(int x) { x == 1; return x; }\n
// FILE quote/q.h: #define QUOTED 4\n
// FILE first.h: #define FIRST 5\n
// RUN: -t spirv64 -t nvptx:sm_90 -I "inc dir" -isystem system -iquote quote -include first.h
// RUN: -t spirv64 "-Iinc dir" -isystemsystem -iquotequote -includefirst.h
// RUN: -t spirv64 -I "{dir}/inc dir/" -isystem {dir}/system -iquote {dir}/quote/sub/.. -include {dir}/first.h
// RUN: -t spirv64 -I "inc dir/sub/.." -I ./system -iquote quote/ -include first.h -w
// RUN: -t spirv64 -I "inc dir" -I system -iquote quote -include first.h
// STDERR: ^system/sys\.h:2:\d+: warning: .*\[-Wunused-(comparison|value)\]
// RUN: -t spirv64 -I "inc dir" -isystem system -include first.h
// FAIL: ^includes\.cl:\d+:\d+: (fatal )?error: 'q\.h' file not found
#include "a b.h"
#include "q.h"
kernel void k(global int* o) { o[0] = BESIDE + SUB + SYS + QUOTED + FIRST + unused_result(2); }
