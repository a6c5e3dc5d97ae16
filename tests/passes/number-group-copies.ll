; RUN: clc-opt -passes=number-group-copies -S %s | FileCheck %s
; A module without copies stays as it is.
; RUN: echo "@tile = internal addrspace(3) global [64 x float] poison, align 4" > %t.ll
; RUN: clc-opt -passes=number-group-copies -S %t.ll | FileCheck --check-prefix=WITHOUT %s
; WITHOUT: @tile = internal addrspace(3) global [64 x float] poison, align 4

target triple = "nvptx64-nvidia-nvcl"

; CHECK: @tile = internal addrspace(3) global [64 x float] poison, align 16
@tile = internal addrspace(3) global [64 x float] poison, align 4
; CHECK: @aligned = internal addrspace(3) global [64 x float] poison, align 64
@aligned = internal addrspace(3) global [64 x float] poison, align 64
; Too small for the widest copies.
; CHECK: @small = internal addrspace(3) global [3 x float] poison, align 4
@small = internal addrspace(3) global [3 x float] poison, align 4
; CHECK: @table = internal addrspace(4) constant [64 x float] zeroinitializer, align 4
@table = internal addrspace(4) constant [64 x float] zeroinitializer, align 4
; CHECK: @theirs = external addrspace(3) global [64 x float], align 4
@theirs = external addrspace(3) global [64 x float], align 4

; CHECK-NOT: @clc_group_copies
declare ptr @clc_group_copies()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; One variable for all calls of a kernel, also by functions that ask not to be inlined.
; CHECK-LABEL: @kernel(
; CHECK-NEXT: %copies = alloca [4 x i32], align 4
; CHECK-NEXT: store [4 x i32] zeroinitializer, ptr %copies, align 4
; CHECK-NEXT: store i32 1, ptr %copies, align 4
; CHECK-NEXT: store i32 2, ptr %copies, align 4
; CHECK-NEXT: %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK-NEXT: store i32 %size, ptr %p, align 4
; CHECK-NEXT: ret void
define ptx_kernel void @kernel(ptr %p) {
  %a = call ptr @clc_group_copies()
  store i32 1, ptr %a
  call void @copy()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  store i32 %size, ptr %p
  ret void
}

; CHECK-NOT: @copy
define internal void @copy() noinline optnone {
  %a = call ptr @clc_group_copies()
  store i32 2, ptr %a
  ret void
}

; CHECK-LABEL: @required(
; CHECK-NEXT: %copies = alloca [4 x i32], align 4
; CHECK-NEXT: store [4 x i32] zeroinitializer, ptr %copies, align 4
; CHECK-NEXT: %id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-NEXT: store i32 64, ptr %copies, align 4
; CHECK-NEXT: store i32 2, ptr %copies, align 4
; CHECK-NEXT: store i32 %id, ptr %copies, align 4
; CHECK-NEXT: ret void
define ptx_kernel void @required() "nvvm.reqntid"="64,1,2" {
  %a = call ptr @clc_group_copies()
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %x, ptr %a
  store i32 %z, ptr %a
  store i32 %id, ptr %a
  ret void
}

; A kernel without copies is left alone.
; CHECK-LABEL: @other(
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define ptx_kernel i32 @other() "nvvm.reqntid"="64,1,2" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  ret i32 %x
}
