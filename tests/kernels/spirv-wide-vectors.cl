// PoCL 6 gives builtins and conversions, from SPIR-V, undefined vectors that fit into no register.
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv64:1.2 -cl-opt-disable -o - | %disasm | FileCheck %s
// CHECK: %[[F:[^ ]+]] = OpTypeFloat 32
// CHECK-DAG: %[[V:[^ ]+]] = OpTypeVector %[[F]] 4
// CHECK: OpConvertSToF %[[V]]
// CHECK: OpConvertSToF %[[V]]
// CHECK: OpExtInst %[[V]] %{{[^ ]+}} hypot
// CHECK: OpExtInst %[[V]] %{{[^ ]+}} hypot
// CHECK: vstoren
// CHECK: vstoren
// CHECK: OpFunctionEnd
kernel void wide(global const int8* in, global float* out, global short16* from, global short* to) {
  vstore8(hypot(convert_float8(*in), (float8)2.0f), get_global_id(0), out);
  vstore16(*from, get_global_id(0), to);
}
