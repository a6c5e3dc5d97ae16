// Expressions nested deeper than any stack: a crash of this job only.
// FILE good.cl: kernel void good(global int* o) { o[0] = 1; }\n
// RUN: crash_stack_overflow.cl good.cl -t spirv64:1.2 --keep-going -w
// EXIT: 5
// STDERR: crash_stack_overflow\.cl.*spirv64:1\.2.*(signal \d+|memory)
// VARIANTS: good/spirv64:1.2
#define A(x) + + + + + + + + x
#define B(x) A(A(A(A(A(A(A(A(x))))))))
#define C(x) B(B(B(B(B(B(B(B(x))))))))
#define D(x) C(C(C(C(C(C(C(C(x))))))))
#define E(x) D(D(D(D(D(D(D(D(x))))))))
kernel void k(global int* o) { o[0] = E(o[1]); }
