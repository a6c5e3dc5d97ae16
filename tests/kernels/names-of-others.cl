// Macros that the host program gives are listed together; what only Intel's compiler for FPGAs has says so.
// RUN: not %clc compile %s -t spirv64 -o %t 2>&1 | FileCheck %s
// RUN: not %clc compile %s -t nvptx:sm_75 -cl-std=CL3.0 -o %t 2>&1 | FileCheck %s
// CHECK: unknown type name 'channel' (channels are not supported: only Intel's compiler for FPGAs has them)
// CHECK: undeclared identifier 'read_channel_intel' (channels are not supported: only Intel's compiler for FPGAs has them)
// CHECK: undeclared identifier '__fpga_reg' (registers of FPGAs are not supported: only Intel's compiler for FPGAs has them)
// CHECK: names-of-others.cl: note: the program may give these as macros, so give them by -DNAME=VALUE: DATA_TYPE (line [[#@LINE+2]]); TILE (lines [[#@LINE+3]], [[#@LINE+4]]); WIDTH (line [[#@LINE+4]])
channel int c;
kernel void k(global DATA_TYPE* o, int n) {
  for (int i = 0; i < TILE; ++i)
    o[i] = WIDTH * TILE;
  o[0] = read_channel_intel(c) + __fpga_reg(n);
}
