// Before sm_70 the sub-group of matrices is the work-group: kernels with tiles of several sub-groups must not be made there, nor
// for AMD's chips whose waves are wider than they believe. The compiler for gfx803 takes a second for one of them, and ptxas would
// take a minute for all.
// RUN: %clc compile %s -t nvptx:sm_60 -o %t && %clc disasm %t | FileCheck %s --check-prefix=WHOLE
// RUN: %clc compile %s -t nvptx:sm_70 -o %t && %clc disasm %t | FileCheck %s --check-prefix=PARTS
// RUN: %clc compile %s -t amdgcn:gfx803 -DONE -o %t && %clc inspect %t --format json | FileCheck %s --check-prefix=WIDE
#ifdef ONE
#define NAME matmul_tf32
#define ELEMENT float
#define READ_AS , CLK_COOPERATIVE_MATRIX_TF32_CLC
#define SUM float
#define RESULT float
#define RESULT_OF(x) (x)
#include "../../kernels/matmul_units/matmul_units.clh"
#else
#include "../../kernels/matmul_units/matmul_units.cl"
#include "../../kernels/attention/attention.cl"
#endif

// WHOLE: .entry matmul_tf32(
// WHOLE: .reqntid 16
// WHOLE: .entry attention_bfloat16_64(
// WHOLE: .reqntid 16
// PARTS: .entry matmul_tf32(
// PARTS: .reqntid 128
// PARTS: .entry attention_bfloat16_64(
// PARTS: .reqntid 128
// WIDE: "max_work_group_size": 256
