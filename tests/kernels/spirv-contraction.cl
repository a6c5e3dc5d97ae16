// A product and a sum that C permits to contract may be one operation or two, whichever the device has.
// RUN: %clc compile %s -t spirv64:1.0,tune=intel-cpu -DTOGETHER -o - | %disasm | FileCheck %s --check-prefix=TOGETHER --implicit-check-not='{{mad %%v|ExtInst %%v4float|OpFMul|OpFAdd| fma |ContractionOff}}'
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DTOGETHER -o - | %disasm | FileCheck %s --check-prefix=TOGETHER --implicit-check-not='{{mad %%v|ExtInst %%v4float|OpFMul|OpFAdd| fma |ContractionOff}}'
// TOGETHER-LABEL: %k = OpFunction
// TOGETHER: OpExtInst %float {{%[0-9]+}} mad
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DWIDE -o - | %disasm | FileCheck %s --check-prefix=WIDE --implicit-check-not=mad
// WIDE-LABEL: %k = OpFunction
// WIDE: OpFMul %v8float
// WIDE-NEXT: OpFAdd %v8float
// WIDE: OpFMul %v16half
// WIDE-NEXT: OpFAdd %v16half
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DAPART -o - | %disasm | FileCheck %s --check-prefix=APART --implicit-check-not='{{mad| fma |FNegate|ContractionOff}}'
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DAPART -cl-fast-relaxed-math -o - | %disasm | FileCheck %s --check-prefix=APART --implicit-check-not=ContractionOff
// APART-LABEL: %k = OpFunction
// APART: OpFMul %float
// APART-NEXT: OpFSub %float
// In a loop that work-items leave apart, what one iteration hands to the next is computed at the end of the iteration before.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DESCAPE -o - | %disasm | FileCheck %s --check-prefix=ESCAPE --implicit-check-not=ContractionOff
// ESCAPE-LABEL: %k = OpFunction
// ESCAPE-COUNT-3: OpExtInst %float {{%[0-9]+}} mad
// ESCAPE-NEXT: OpBranch %
// ESCAPE: OpPhi %float {{.*}}[[NEXT:%[0-9]+]] {{%[0-9]+$}}
// ESCAPE: [[NEXT]] = OpFAdd %float
// ESCAPE-NEXT: OpBranchConditional
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DESCAPE -DSTATEMENT -o - | %disasm | FileCheck %s --check-prefix=STATEMENT
// STATEMENT: OpExecutionMode %k ContractionOff
// STATEMENT-LABEL: %k = OpFunction
// STATEMENT: OpPhi %float {{.*}}[[NEXT:%[0-9]+]] {{%[0-9]+$}}
// STATEMENT: [[NEXT]] = OpFAdd %float
// STATEMENT-NEXT: OpBranchConditional
// Not what is written as several statements, wherever the product is in between, or forbids it.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DSTATEMENTS -o - | %disasm | FileCheck %s --check-prefix=STATEMENTS --implicit-check-not='%%permits ContractionOff'
// STATEMENTS-DAG: OpExecutionMode %of_statements ContractionOff
// STATEMENTS-DAG: OpExecutionMode %of_a_loop ContractionOff
// STATEMENTS-DAG: OpExecutionMode %of_an_array ContractionOff
// STATEMENTS-DAG: OpExecutionMode %of_a_sum ContractionOff
// STATEMENTS-DAG: OpExecutionMode %of_a_pragma ContractionOff
// STATEMENTS-LABEL: %permits = OpFunction
// STATEMENTS: OpExtInst %float {{%[0-9]+}} mad
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DSTATEMENTS -cl-mad-enable -o - | %disasm | FileCheck %s --check-prefix=MAD --implicit-check-not=ContractionOff
// MAD-LABEL: %of_statements = OpFunction
// MAD: OpExtInst %float {{%[0-9]+}} mad
// `fma` is what it says.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DEXACT -o - | %disasm | FileCheck %s --check-prefix=EXACT --implicit-check-not='{{mad|OpFMul}}'
// EXACT-LABEL: %k = OpFunction
// EXACT: OpExtInst %float {{%[0-9]+}} fma
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
#ifdef EXACT
kernel void k(global float* o) { o[0] = fma(o[1], o[2], o[3]); }
#endif
