// NVIDIA's option for the registers of a work-item.
// RUN: %clc compile %s -t nvptx:sm_90 -cl-nv-maxrregcount=32 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_50 -cl-nv-maxrregcount 64 -cl-nv-maxrregcount 32 -cl-opt-disable -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t cuda:sm_90 -cl-nv-maxrregcount=32 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_90 -cl-nv-maxrregcount=0 -o - | %disasm | FileCheck %s --check-prefix=ANY
// CHECK: .entry fixed(
// CHECK: .reqntid 64
// CHECK: .maxnreg 32
// CHECK: .entry free(
// CHECK: .maxnreg 32
// ANY-NOT: .maxnreg
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void fixed(global float* x) { x[get_global_id(0)] *= 2; }
kernel void free(global float* x) { x[get_global_id(0)] *= 2; }
