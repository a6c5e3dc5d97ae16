; RUN: clc-opt -passes=align-aggregates -S %s | FileCheck %s

; CHECK: @bytes = internal constant [64 x i8] zeroinitializer, align 16
@bytes = internal constant [64 x i8] zeroinitializer, align 1
; Aligned to their size where that is less, and never less than they are declared.
; CHECK: @four = internal global [4 x i8] zeroinitializer, align 4
@four = internal global [4 x i8] zeroinitializer, align 1
; CHECK: @seven = internal global [7 x i8] zeroinitializer, align 4
@seven = internal global [7 x i8] zeroinitializer, align 1
; CHECK: @wide = internal global [64 x i8] zeroinitializer, align 128
@wide = internal global [64 x i8] zeroinitializer, align 128
; Asynchronous copies to local memory are as wide.
; CHECK: @tile = internal addrspace(3) global [64 x float] poison, align 16
@tile = internal addrspace(3) global [64 x float] poison, align 4
; Scalars and declarations stay.
; CHECK: @scalar = internal global i64 0, align 1
@scalar = internal global i64 0, align 1
; CHECK: @elsewhere = external global [64 x i8], align 1
@elsewhere = external global [64 x i8], align 1

define spir_kernel void @k() {
  ; CHECK: %array = alloca [12 x float], align 16
  %array = alloca [12 x float], align 4
  ; CHECK: %pair = alloca { i32, i32 }, align 8
  %pair = alloca { i32, i32 }, align 4
  ; CHECK: %vector = alloca <4 x float>, align 4
  %vector = alloca <4 x float>, align 4
  ret void
}
