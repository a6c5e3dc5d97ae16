// A product and a sum that C permits to contract may be one operation or two, whichever the device has.
// RUN: -t spirv64:1.0 -t spirv64:1.4 -t spirv32:1.2 -DTOGETHER
// CHECK spirv: ExtInst %float %\d+ mad
// CHECK-NOT spirv: mad %v|ExtInst %v4float|OpFMul|OpFAdd| fma |ContractionOff
// RUN: -t spirv64:1.2 -cl-opt-disable -DTOGETHER
// CHECK spirv: ExtInst %float %\d+ mad
// CHECK-NOT spirv: ContractionOff
// RUN: -t spirv64:1.2 -DWIDE
// CHECK spirv: OpFMul %v8float[^\n]*\s+[^\n]*OpFAdd %v8float
// CHECK spirv: OpFMul %v16half[^\n]*\s+[^\n]*OpFAdd %v16half
// CHECK-NOT spirv: mad
// RUN: -t spirv64:1.2 -DBARRIER
// CHECK spirv: ExtInst %float %\d+ mad
// CHECK-NOT spirv: OpFMul
// RUN: -t spirv64:1.2 -DAPART
// CHECK spirv: OpFSub
// CHECK-NOT spirv: mad| fma |FNegate|ContractionOff
// In a loop that work-items leave apart, what one turn hands to the next is computed at the end of the turn before.
// RUN: -t spirv64:1.2 -t spirv64:1.4 -t spirv32:1.2 -DESCAPE
// CHECK spirv: OpPhi %float [^\n]*%(\w+)[\s\S]*%\1 = OpFAdd %float [^\n]*\s+OpBranchConditional
// CHECK spirv: = OpExtInst %float %\d+ mad [^\n]*\s+OpBranch %
// CHECK-NOT spirv: ContractionOff
// RUN: -t spirv64:1.2 -DESCAPE -DSTATEMENT
// CHECK spirv: OpExecutionMode %k ContractionOff
// CHECK spirv: OpPhi %float [^\n]*%(\w+)[\s\S]*%\1 = OpFAdd %float [^\n]*\s+OpBranchConditional
// RUN: -t spirv64:1.2 -DESCAPE -O0
// CHECK-NOT spirv: OpPhi %float
// Not where one of them is of a number of its own turn, nor so many that registers run short.
// RUN: -t spirv64:1.2 -DCHAIN
// CHECK spirv: OpFMul[\s\S]*OpFAdd
// CHECK-NOT spirv: mad
// RUN: -t spirv64:1.2 -DMANY
// CHECK-NOT spirv: mad
// RUN: -t spirv64:1.2 -DGUARDED
// CHECK spirv: ExtInst %double %\d+ mad
// CHECK-NOT spirv: OpFMul|ContractionOff
// Vectors of images belong to one work-item, and are computed as such.
// RUN: -t spirv64:1.2 -DPIXEL
// CHECK spirv: OpFMul %v4float
// CHECK-NOT spirv: mad
// So are those that lie apart in memory, but for what lies outside of the loop that computes with it.
// RUN: -t spirv64:1.2 -DROWS
// CHECK spirv: OpFMul %v4float
// CHECK-NOT spirv: mad
// RUN: -t spirv64:1.2 -DFROM_ROWS
// CHECK spirv: OpPhi %float
// CHECK spirv: ExtInst %float %\d+ mad
// CHECK-NOT spirv: OpFMul %v4float
// Not what is written as several statements, wherever the product is in between, or forbids it.
// RUN: -t spirv64:1.2 -DSTATEMENTS
// CHECK spirv: OpExecutionMode %of_statements ContractionOff
// CHECK spirv: OpExecutionMode %of_a_loop ContractionOff
// CHECK spirv: OpExecutionMode %of_an_array ContractionOff
// CHECK spirv: OpExecutionMode %of_a_sum ContractionOff
// CHECK spirv: OpExecutionMode %of_a_pragma ContractionOff
// CHECK spirv: ExtInst %float %\d+ mad
// CHECK-NOT spirv: %permits ContractionOff
// RUN: -t spirv64:1.2 -DSTATEMENTS -cl-mad-enable
// CHECK-NOT spirv: ContractionOff
// RUN: -t spirv64:1.2 -cl-fast-relaxed-math -DAPART
// CHECK-NOT spirv: ContractionOff
// RUN: -t spirv64:1.2 -DCALLEE
// CHECK spirv: OpExecutionMode %k ContractionOff
// `fma` is what it says.
// RUN: -t spirv64:1.2 -DEXACT
// CHECK spirv: ExtInst %float %\d+ fma
// CHECK-NOT spirv: mad|OpFMul
#ifdef TOGETHER
kernel void k(global float4* o, global float* of_one, int turns) {
  const size_t i = get_global_id(0);
  for (int turn = 0; turn < turns; ++turn) o[i] = o[i] * o[i + 1] + o[i + turn];
  of_one[i] = of_one[i + 1] * of_one[i + 2] - of_one[i + 3];
}
#endif
#ifdef WIDE
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global float8* o, global half16* of_halves) {
  o[0] = o[1] * o[2] + o[3];
  of_halves[0] = of_halves[1] * of_halves[2] + of_halves[3];
}
#endif
#ifdef BARRIER
kernel void k(global float* o, local float* shared) {
  const size_t i = get_local_id(0);
  // Where there is a barrier, all come as often.
  for (int n = 0; n < o[i]; ++n) {
    shared[i] = o[n];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[n] = shared[i + 1] * o[i + n] + shared[i + 2];
  }
}
#endif
#ifdef APART
kernel void k(global float* o, int most) {
  const size_t i = get_global_id(0);
  if (o[i] > 0) o[i + most] = o[i] * o[i + 1] - o[i + 2];
}
#endif
#ifdef ESCAPE
kernel void k(global float* o, int most) {
  const size_t i = get_global_id(0);
  const float c = o[i + 1];
  float a = o[i], b = 0;
  for (int n = 0; n < most; ++n) {
#ifdef STATEMENT
    const float aa = a * a, bb = b * b;
    if (aa + bb > 4) break;
    const float next = aa - bb + c;
#else
    if (a * a + b * b > 4) break;
    const float next = a * a - b * b + c;
#endif
    b = 2 * a * b + c;
    a = next;
  }
  o[i] = a;
}
#endif
#ifdef CHAIN
kernel void k(global float* o, int most) {
  const size_t i = get_global_id(0);
  float a = o[i], b = o[i + 1];
  for (int n = 0; n < most && b < 4; ++n) {
    a = a * a + 1;
    b = b * a + 1;
  }
  o[i] = a + b;
}
#endif
#ifdef MANY
kernel void k(global float* o, int most) {
  const size_t i = get_global_id(0);
  float a = o[i], b = o[i + 1], c = o[i + 2], d = o[i + 3], e = o[i + 4];
  for (int n = 0; n < most && a < 4; ++n) {
    const float next = a * b + 1;
    b = b * c + 1;
    c = c * d + 1;
    d = d * e + 1;
    e = e * a + 1;
    a = next;
  }
  o[i] = a + b + c + d + e;
}
#endif
#ifdef GUARDED
kernel void k(global double* o, uint width, uint height) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  o[x] = o[x + 1] * o[x + 2] + o[y];
}
#endif
#ifdef STATEMENTS
kernel void of_statements(global float* o) {
  const float product = o[1] * o[2];
  o[0] = product + o[3];
  o[1] = product;
}
kernel void of_a_loop(global float* o, int n) {
  float product = 0, sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += product;
    product = o[i] * o[i + n];
  }
  o[0] = sum;
}
kernel void of_an_array(global float* o, int n) {
  float products[20];
  for (int i = 0; i < 20; ++i) products[i] = o[i] * o[i + n];
  o[0] = products[n] + products[n + 1];
}
kernel void of_a_sum(global float* o) {
  const float product = o[1] * o[2];
  const int i = get_global_id(0);
  if (i % 3) o[i] = o[3] * o[4] + product;
}
kernel void of_a_pragma(global float* o) {
#pragma OPENCL FP_CONTRACT OFF
  o[0] = o[1] * o[2] + o[3];
}
kernel void permits(global float* o) {
  const float product = o[1] * o[2];
  o[0] = product * (o[3] * o[4] + o[5] * o[6]);
}
#endif
#ifdef CALLEE
__attribute__((noinline)) float product_of(float a, float b) { return a * b; }
kernel void k(global float* o) { o[0] = product_of(o[1], o[2]) + o[3]; }
#endif
#ifdef EXACT
kernel void k(global float* o) { o[0] = fma(o[1], o[2], o[3]); }
#endif
#ifdef PIXEL
kernel void k(read_only image2d_t in, write_only image2d_t out, float4 gain, float4 bias) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, at) * gain + bias);
}
#endif
#ifdef ROWS
kernel void k(global float* o, float4 gain, int columns) {
  const size_t row = get_global_id(0);
  for (int i = 0; i < columns; ++i) vstore4(vload4(row * columns + i, o) * gain + gain, row * columns + i, o);
}
#endif
#ifdef FROM_ROWS
kernel void k(global float4* o, constant float4* gains, int count) {
  const size_t row = get_global_id(0);
  float4 sum = o[row * count];
  const float number = sum.x;
  for (int i = 0; i < count; ++i) sum += gains[i] * (number + i);
  o[row * count] = sum;
}
#endif
