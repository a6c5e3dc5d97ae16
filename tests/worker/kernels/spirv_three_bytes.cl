// The optimiser makes an integer of 24 bits of the copy, which SPIR-V does not have: the module is not optimised, and
// drivers are told.
// RUN: -t spirv64 -t spirv32
// CHECK spirv: OpCopyMemorySized
// MANIFEST: (?s)"build_options": "-cl-opt-disable",.*"build_options": "-cl-opt-disable",
// RUN: -t intel:dg2
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
