// The argument that counters are reached by is one of those that the driver over CUDA knows.
// RUN: %clc compile %s -t cuda:sm_90 --coverage -o %t.clcpack
// RUN: %clc disasm %t.clcpack | python3 %S/Inputs/clc_kernels.py | FileCheck %s --check-prefix=FACTS
// RUN: %clc compile %s -t cuda:sm_90 -o - | %disasm | python3 %S/Inputs/clc_kernels.py | FileCheck %s --check-prefix=PLAIN
// FACTS: "name":"a"
// FACTS-SAME: {"kind":"buffer","size":8,"name":"clc_{{[a-z]+}}","type_name":"ulong*","address":"global"}]
// PLAIN: "name":"a"
// PLAIN-NOT: clc_
kernel void k(global int* a) { a[get_global_id(0)] = 1; }
