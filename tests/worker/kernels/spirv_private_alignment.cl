// RUN: -t spirv64:1.2 -t spirv32:1.2
// CHECK spirv: Alignment 128$
// CHECK spirv: Alignment 2$
// CHECK spirv: Alignment 1024$
// CHECK-NOT spirv: Alignment (0|256|512|4294967168)$
// RUN: -t spirv64:1.2 -O0
// CHECK spirv: Alignment 128$
// CHECK spirv: Alignment 2$
// CHECK spirv: Alignment 1024$
// CHECK-NOT spirv: Alignment (0|256|512|4294967168)$
kernel void k(global long16* o) {
  volatile long16 vector = 1;
  volatile short small = 2;
  volatile int wide __attribute__((aligned(256))) = 3;
  volatile int wider __attribute__((aligned(1024))) = 4;
  *o = vector + small + wide + wider;
}
