// REQUIRES: ocloc
// RUN: not %clc compile %s -t intel:dg2 -o %t 2>&1 | FileCheck %s
// CHECK: intel-asm.cl:[[#@LINE+3]]:3: error: inline assembly is not supported for intel:dg2, unless ocloc gets the source: -t intel:dg2,from=source
// RUN: %clc compile %s -t intel:dg2,from=source -o %t
kernel void twice(global int* v) { int r, a = v[get_global_id(0)];
  __asm__ volatile("add (M1, 8) %0(0,0)<1> %1(0,0)<1;1,0> %1(0,0)<1;1,0>" : "=rw"(r) : "rw"(a));
  v[get_global_id(0)] = r;
}
