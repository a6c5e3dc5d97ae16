// Expressions nested deeper than any stack: a crash of this job only. A sanitizer reports in place of the signal. Clang takes more stacks for
// them, and ten seconds for all the memory that it may have by default.
// UNSUPPORTED: sanitizer
// RUN: not %clc compile %s %S/Inputs/good.cl -t spirv64:1.2 --keep-going -w --memory-limit 512 -o %t.clcpack 2>&1 | FileCheck %s
// RUN: %clc inspect %t.clcpack --names kernels | FileCheck %s --check-prefix=KERNELS
// CHECK: crash-stack-overflow.cl{{.*}}spirv64:1.2{{.*}}{{signal [0-9]+|memory}}
// KERNELS: good
#define A(x) + + + + + + + + x
#define B(x) A(A(A(A(A(A(A(A(x))))))))
#define C(x) B(B(B(B(B(B(B(B(x))))))))
#define D(x) C(C(C(C(C(C(C(C(x))))))))
#define E(x) D(D(D(D(D(D(D(D(x))))))))
kernel void k(global int* o) { o[0] = E(o[1]); }
