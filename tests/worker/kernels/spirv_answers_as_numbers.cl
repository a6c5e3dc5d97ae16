// An element of a comparison is -1 where it is true, as a floating-point number, too: LLVM's backend makes 1 of it.
// RUN: -t spirv64:1.2
// CHECK spirv: = OpConstant %float -1
// CHECK spirv: OpSelect %float
// CHECK spirv: OpSelect %double
// CHECK-NOT spirv: OpConvertSToF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void k(global float4* out, global const char4* in, global double* numbers) {
  out[0] = convert_float4(in[0] != in[1]);
  numbers[0] = (char)-(numbers[1] < numbers[2]);
}
