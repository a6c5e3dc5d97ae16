// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='Alignment {{(0|256|512|4294967168)}}{{$}}'
// RUN: %clc compile %s -t spirv32:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='Alignment {{(0|256|512|4294967168)}}{{$}}'
// CHECK: Alignment 128{{$}}
// CHECK: Alignment 2{{$}}
// CHECK: Alignment 1024{{$}}
// RUN: %clc compile %s -t spirv64:1.2 -O0 -o - | %disasm | FileCheck %s --implicit-check-not='Alignment {{(0|256|512|4294967168)}}{{$}}'
kernel void k(global long16* o) {
  volatile long16 vector = 1;
  volatile short small = 2;
  volatile int wide __attribute__((aligned(256))) = 3;
  volatile int wider __attribute__((aligned(1024))) = 4;
  *o = vector + small + wide + wider;
}
