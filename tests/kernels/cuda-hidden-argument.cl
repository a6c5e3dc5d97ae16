// The argument that checks and counters are reached by is one of those that the driver over CUDA knows.
// RUN: %clc compile %s -t cuda:sm_90 --sanitize=all -o %t.clcpack
// RUN: %clc disasm %t.clcpack | python3 %S/Inputs/clc_kernels.py | FileCheck %s --check-prefixes=FACTS,CHECKS
// RUN: %clc compile %s -t cuda:sm_90 --coverage -o %t.clcpack
// RUN: %clc disasm %t.clcpack | python3 %S/Inputs/clc_kernels.py | FileCheck %s --check-prefixes=FACTS,COUNTS
// RUN: %clc compile %s -t cuda:sm_90 -o - | %disasm | python3 %S/Inputs/clc_kernels.py | FileCheck %s --check-prefix=PLAIN
// FACTS: "name":"a"
// CHECKS-SAME: {"kind":"buffer","size":8,"name":"clc_checks","type_name":"ulong*","address":"global"}]
// COUNTS-SAME: {"kind":"buffer","size":8,"name":"clc_{{[a-z]+}}","type_name":"ulong*","address":"global"}]
// PLAIN: "name":"a"
// PLAIN-NOT: clc_
kernel void k(global int* a) { a[get_global_id(0)] = 1; }
