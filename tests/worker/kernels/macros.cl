// RUN: -t spirv64 -t nvptx:sm_90 -DA -DB=2 -D "F(x)=((x)+1)" "-DTEXT=a b" -DGONE -UGONE
// RUN: -t spirv64 -DA=1 -DB=3 -UB -DB=2 "-DF(x)=((x)+1)" "-DTEXT=a b"
// RUN: -t spirv64
// FAIL: ^macros\.cl:8:2: error: macros
// RUN: -t spirv64 -DA -DB=2 "-DF(x)=((x)+1)" "-DTEXT=a b" -D__OPENCL_VERSION__=777
// FAIL: seven
#if !defined(A) || A != 1 || B != 2 || defined(GONE)
#error macros
#endif
#if __OPENCL_VERSION__ == 777
#error seven
#endif
#define STRING2(x) #x
#define STRING(x) STRING2(x)
kernel void k(global int* o) { o[0] = F(2) + sizeof(STRING(TEXT)); }
