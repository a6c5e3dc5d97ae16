// PoCL 6 gives builtins and conversions, from SPIR-V, undefined vectors of more than 256 bits.
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv64:1.2 -cl-opt-disable -o - | %disasm | FileCheck %s
// CHECK: %[[F:[^ ]+]] = OpTypeFloat 32
// CHECK-DAG: %[[V:[^ ]+]] = OpTypeVector %[[F]] 8
// CHECK: OpConvertSToF %[[V]]
// CHECK: OpConvertSToF %[[V]]
// CHECK: OpExtInst %[[V]] %{{[^ ]+}} fma
// CHECK: OpExtInst %[[V]] %{{[^ ]+}} fma
// CHECK: vstoren
// CHECK: vstoren
// CHECK: OpFunctionEnd
kernel void wide(global const int16* in, global float* out) {
  vstore16(fma(convert_float16(*in), (float16)2.0f, (float16)1.0f), get_global_id(0), out);
}
