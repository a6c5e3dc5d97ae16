; Single instructions, and where the pass must not fire, are in amdgpu-duplicate-bit-tests.mir.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -run-machine-passes=amdgpu-duplicate-bit-tests %S/amdgpu-duplicate-bit-tests.mir | FileCheck %S/amdgpu-duplicate-bit-tests.mir
; In the code generator, and what it writes without the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=print-assembly -disable-output %s | FileCheck %s
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -disable-clc-pass=amdgpu-duplicate-bit-tests -passes=print-assembly -disable-output %s | FileCheck %s --check-prefix=WITHOUT

; The written element is one of the two.
; CHECK-LABEL: element_of_two:
; CHECK: s_bitcmp1_b32 [[N:s[0-9]+]], 0
; CHECK-NEXT: s_cselect_b32
; CHECK-NEXT: s_cselect_b32
; CHECK-NEXT: s_bitcmp0_b32 [[N]], 0
; CHECK-NEXT: s_cselect_b32
; CHECK-NEXT: s_cselect_b32
; WITHOUT-LABEL: element_of_two:
; WITHOUT-NOT: s_bitcmp1_b32
; WITHOUT: s_bitcmp0_b32
; WITHOUT-NOT: s_bitcmp
; WITHOUT: s_endpgm
define amdgpu_kernel void @element_of_two(ptr addrspace(1) %p, i32 %n, i64 %x) {
  %bit = and i32 %n, 1
  %v = insertelement <2 x i64> zeroinitializer, i64 %x, i32 %bit
  store <2 x i64> %v, ptr addrspace(1) %p
  ret void
}
