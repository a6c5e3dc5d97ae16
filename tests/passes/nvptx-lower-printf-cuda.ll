; CUDA's vprintf does not know how wide the record's number for %hhd is: it gets %d, and a narrowed number.
; RUN: clc-opt -mtriple=nvptx64-nvidia-cuda -passes=nvptx-lower-printf -S %s | FileCheck %s
; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-printf -S %s | FileCheck %s --check-prefix=OPENCL

; CHECK: @.format = internal addrspace(1) constant [{{[0-9]+}} x i8] c"%-4d|%u %i|%x %d %ld\00"
; OPENCL: constant [27 x i8] c"%-4hhd|%hhu %hi|%hx %d %ld\00"
@text = internal addrspace(4) constant [27 x i8] c"%-4hhd|%hhu %hi|%hx %d %ld\00"

declare i32 @printf(ptr addrspace(4), ...)

; CHECK-LABEL: define i32 @numbers(
; CHECK: [[A:%.*]] = trunc i32 %i to i8
; CHECK-NEXT: sext i8 [[A]] to i32
; CHECK-NEXT: [[B:%.*]] = trunc i32 %i to i8
; CHECK-NEXT: zext i8 [[B]] to i32
; CHECK-NEXT: [[C:%.*]] = trunc i32 %i to i16
; CHECK-NEXT: sext i16 [[C]] to i32
; CHECK-NEXT: [[D:%.*]] = trunc i32 %i to i16
; CHECK-NEXT: zext i16 [[D]] to i32
; CHECK-NOT: trunc
; OPENCL-LABEL: define i32 @numbers(
; OPENCL-NOT: trunc
define i32 @numbers(i32 %i, i64 %l) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @text, i32 %i, i32 %i, i32 %i, i32 %i, i32 %i, i64 %l)
  ret i32 %r
}
