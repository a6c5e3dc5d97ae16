// Labels of a switch that lead to one block: LLVM 15's translator, which drivers are made of, wants a phi to see each.
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv64:1.4 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv32:1.2 -o - | %disasm | FileCheck %s
// CHECK-LABEL: %integers = OpFunction
// CHECK: OpSwitch
// CHECK: OpPhi
// RUN: %if ocloc %{ %clc compile %s -t intel:dg2 -o %t.clcpack %}
int several(int value, int i, global int* out) {
  switch (value) {
    case 1:
    case 2:
    case 5: return 7;
    case 3: out[i + 1] = 2; return i * 3;
    case 9: out[3] = i; return 11;
    default: return -1;
  }
}
float beside_the_default(int operation, float a, float b) {
  switch (operation) {
    case 0:
    case 1: return a + b;
    case 2: return a * b;
    case 3: return a > b ? sqrt(a) : sqrt(b);
    case 4:
    case 5: return 0;
    default: return -1;
  }
}
// The switch is at a loop's end, and its labels lead back to its head.
int in_loop(global const int* words, int count) {
  int state = 0;
  for (int i = 0; i < count; ++i) {
    switch (words[i]) {
      case 10: case 20: case 30: continue;
      case 11: case 21: state = 5; continue;
      case 40: return state;
      default: state += words[i];
    }
  }
  return state * 2;
}
kernel void integers(global int* out, global const int* words) {
  const int i = get_global_id(0);
  out[i] = several(out[i], i, out) + in_loop(words, i);
}
kernel void floats(global float* out, global const int* operations) {
  const int i = get_global_id(0);
  out[i] = beside_the_default(operations[i], out[i], out[i + 1]);
}
