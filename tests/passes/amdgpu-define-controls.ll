; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-define-controls -S %s | FileCheck %s --check-prefixes=CHECK,PLAIN
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 -passes=amdgpu-define-controls -S %s | FileCheck %s --check-prefix=NARROW
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 -passes='amdgpu-define-controls<wave64>' -S %s | FileCheck %s --check-prefix=WIDE
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes='amdgpu-define-controls<daz;sqrt>' -S %s | FileCheck %s --check-prefix=DAZ
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes='amdgpu-define-controls<finite;unsafe>' -S %s | FileCheck %s --check-prefix=FAST

@__oclc_ISA_version = external addrspace(4) constant i32
@__oclc_daz_opt = external addrspace(4) constant i8
@other = external addrspace(4) constant i8

; PLAIN: @__oclc_ISA_version = internal addrspace(4) constant i32 9010
; PLAIN: @__oclc_daz_opt = internal addrspace(4) constant i8 0
; PLAIN: @other = external addrspace(4) constant i8
; Controls that nothing declares.
; PLAIN: @__oclc_ABI_version = internal addrspace(4) constant i32 500
; PLAIN: @__oclc_wavefrontsize64 = internal addrspace(4) constant i8 1
; PLAIN: @__oclc_wavefrontsize_log2 = internal addrspace(4) constant i32 6
; PLAIN: @__oclc_finite_only_opt = internal addrspace(4) constant i8 0
; PLAIN: @__oclc_unsafe_math_opt = internal addrspace(4) constant i8 0
; PLAIN: @__oclc_correctly_rounded_sqrt32 = internal addrspace(4) constant i8 0
; NARROW: @__oclc_ISA_version = internal addrspace(4) constant i32 10300
; NARROW: @__oclc_wavefrontsize64 = internal addrspace(4) constant i8 0
; NARROW: @__oclc_wavefrontsize_log2 = internal addrspace(4) constant i32 5
; WIDE: @__oclc_wavefrontsize64 = internal addrspace(4) constant i8 1
; WIDE: @__oclc_correctly_rounded_sqrt32 = internal addrspace(4) constant i8 0
; DAZ: @__oclc_daz_opt = internal addrspace(4) constant i8 1
; DAZ: @__oclc_finite_only_opt = internal addrspace(4) constant i8 0
; DAZ: @__oclc_unsafe_math_opt = internal addrspace(4) constant i8 0
; DAZ: @__oclc_correctly_rounded_sqrt32 = internal addrspace(4) constant i8 1
; FAST: @__oclc_daz_opt = internal addrspace(4) constant i8 0
; FAST: @__oclc_finite_only_opt = internal addrspace(4) constant i8 1
; FAST: @__oclc_unsafe_math_opt = internal addrspace(4) constant i8 1
; FAST: @__oclc_correctly_rounded_sqrt32 = internal addrspace(4) constant i8 0

; The branch that is not taken is removed, and the block with it.
; CHECK-LABEL: define i32 @chooses_by_chip(
; CHECK-NEXT: br label %new
; CHECK-EMPTY:
; CHECK-NEXT: new:
; CHECK-NEXT: ret i32 1
; CHECK-NEXT: }
define i32 @chooses_by_chip() {
  %version = load i32, ptr addrspace(4) @__oclc_ISA_version
  %is_old = icmp slt i32 %version, 9000
  br i1 %is_old, label %old, label %new
old:
  ret i32 0
new:
  ret i32 1
}

; CHECK-LABEL: define i8 @reads_value(
; CHECK-NEXT: ret i8 0
define i8 @reads_value() {
  %daz = load i8, ptr addrspace(4) @__oclc_daz_opt
  ret i8 %daz
}

; CHECK-LABEL: define i16 @reads_other_type(
; CHECK-NEXT: %part = load i16, ptr addrspace(4) @__oclc_ISA_version
define i16 @reads_other_type() {
  %part = load i16, ptr addrspace(4) @__oclc_ISA_version
  ret i16 %part
}

; CHECK-LABEL: define ptr addrspace(4) @takes_address(
; CHECK-NEXT: ret ptr addrspace(4) @__oclc_daz_opt
define ptr addrspace(4) @takes_address() {
  ret ptr addrspace(4) @__oclc_daz_opt
}

; CHECK-LABEL: define i8 @reads_other_constant(
; CHECK-NEXT: %value = load i8, ptr addrspace(4) @other
define i8 @reads_other_constant() {
  %value = load i8, ptr addrspace(4) @other
  ret i8 %value
}

; A function that reads no control keeps its branches.
; CHECK-LABEL: define void @reads_none(
; CHECK-NEXT: br i1 true, label %yes, label %no
define void @reads_none() {
  br i1 true, label %yes, label %no
yes:
  ret void
no:
  ret void
}
