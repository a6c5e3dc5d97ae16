// The lowest PTX version that knows the chip: old drivers refuse newer ones.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s -DCHIP=sm_50 -DVERSION=4.1
// RUN: %clc compile %s -t nvptx:sm_60 -o - | %disasm | FileCheck %s -DCHIP=sm_60 -DVERSION=5.0
// RUN: %clc compile %s -t nvptx:sm_70 -o - | %disasm | FileCheck %s -DCHIP=sm_70 -DVERSION=6.2
// RUN: %clc compile %s -t nvptx:sm_75 -o - | %disasm | FileCheck %s -DCHIP=sm_75 -DVERSION=6.3
// RUN: %clc compile %s -t nvptx:sm_80 -o - | %disasm | FileCheck %s -DCHIP=sm_80 -DVERSION=7.0
// RUN: %clc compile %s -t nvptx:sm_86 -o - | %disasm | FileCheck %s -DCHIP=sm_86 -DVERSION=7.1
// RUN: %clc compile %s -t nvptx:sm_89 -o - | %disasm | FileCheck %s -DCHIP=sm_89 -DVERSION=7.8
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s -DCHIP=sm_90 -DVERSION=7.8
// RUN: %clc compile %s -t nvptx:sm_90a -o - | %disasm | FileCheck %s -DCHIP=sm_90a -DVERSION=8.0
// RUN: %clc compile %s -t nvptx:sm_100 -o - | %disasm | FileCheck %s -DCHIP=sm_100 -DVERSION=8.6
// RUN: %clc compile %s -t nvptx:sm_120 -o - | %disasm | FileCheck %s -DCHIP=sm_120 -DVERSION=8.7
// RUN: %clc compile %s -t nvptx:sm_110 -o - | %disasm | FileCheck %s -DCHIP=sm_110 -DVERSION=9.0
// RUN: %clc compile %s -t nvptx:sm_120f -o - | %disasm | FileCheck %s -DCHIP=sm_120f -DVERSION=8.8
// RUN: %clc compile %s -t nvptx:sm_110f -o - | %disasm | FileCheck %s -DCHIP=sm_110f -DVERSION=9.0
// CHECK: {{^}}.version [[VERSION]]{{$}}
// CHECK-NEXT: .target [[CHIP]], texmode_independent{{$}}
// CHECK-NEXT: .address_size 64{{$}}
kernel void k(global float* o, local float* l) {
  l[get_local_id(0)] = o[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = sin(l[0]) + native_exp(l[1]) + fma(l[2], l[3], l[4]);
}
