// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -DA -DB=2 -D 'F(x)=((x)+1)' '-DTEXT=a b' -DGONE -UGONE -o - | %valid
// RUN: %clc compile %s -t spirv64 -DA=1 -DB=3 -UB -DB=2 '-DF(x)=((x)+1)' '-DTEXT=a b' -o - | %valid
// RUN: not %clc compile %s -t spirv64 -o %t.clcpack 2>&1 | FileCheck %s
// RUN: not %clc compile %s -t spirv64 -DA -DB=2 '-DF(x)=((x)+1)' '-DTEXT=a b' -D__OPENCL_VERSION__=777 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=SEVEN
#if !defined(A) || A != 1 || B != 2 || defined(GONE)
// CHECK: macros.cl:[[@LINE+1]]:2: error: macros
#error macros
#endif
#if __OPENCL_VERSION__ == 777
// SEVEN: macros.cl:[[@LINE+1]]:2: error: seven
#error seven
#endif
#define STRING2(x) #x
#define STRING(x) STRING2(x)
kernel void k(global int* o) { o[0] = F(2) + sizeof(STRING(TEXT)); }
