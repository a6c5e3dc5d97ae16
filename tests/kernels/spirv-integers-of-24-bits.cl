// The optimiser makes an integer of 24 bits of the copy, which SPIR-V does not have: the module is not optimised, and
// drivers are told.
// RUN: %clc compile %s -t spirv64 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv32 -o - | %disasm | FileCheck %s
// CHECK-LABEL: %k = OpFunction
// CHECK: OpCopyMemorySized
// RUN: %clc compile %s -t spirv64 -t spirv32 -o %t.pack && FileCheck %s --check-prefix=MANIFEST --input-file=%t.pack/manifest.clc.json
// MANIFEST-COUNT-2: "build_options": "-cl-opt-disable"
// RUN: %if ocloc %{ %clc compile %s -t intel:dg2 -o %t.clcpack %}
typedef struct {
  uchar bytes[3];
} Three;
kernel void k(global uint* o, global Three* three) {
  union {
    uint word;
    Three three;
  } u;
  u.word = o[0];
  u.three = three[0];
  o[1] = u.word;
}
