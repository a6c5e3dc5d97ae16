// 2^36 tokens: ended by the time limit, or by the memory limit where the machine is fast.
// FILE good.cl: kernel void good(global int* o) { o[0] = 1; }\n
// RUN: endless_macro.cl good.cl -t spirv64:1.2 --keep-going --timeout 3
// EXIT: 5
// STDERR: endless_macro\.cl.*spirv64:1\.2.*(time|memory)
// VARIANTS: good/spirv64:1.2
#define A(x) x x x x x x x x
#define B(x) A(A(A(x)))
#define C(x) B(B(x))
#define D(x) C(C(x))
kernel void k(global int* o) { D(D(o[0]++;)) }
