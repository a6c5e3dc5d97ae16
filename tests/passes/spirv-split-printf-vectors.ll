; RUN: clc-opt -mtriple=spirv64 -passes=spirv-split-printf-vectors -S %s | FileCheck %s

@bytes = internal addrspace(2) constant [12 x i8] c"%-3v2hhd %s\00"
@shorts = internal addrspace(2) constant [14 x i8] c"%%%v2hx %v4hd\00"
@numbers = internal addrspace(2) constant [11 x i8] c"%v2hld %hd\00"
@halves = internal addrspace(2) constant [6 x i8] c"%v2hf\00"
@wrong = internal addrspace(2) constant [7 x i8] c"%v4hhd\00"
@text = internal addrspace(2) constant [4 x i8] c"end\00"
; CHECK-DAG: [[B:@.*]] = internal addrspace(2) constant [13 x i8] c"%-3d,%-3d %s\00"
; CHECK-DAG: [[S:@.*]] = internal addrspace(2) constant [14 x i8] c"%%%x,%x %v4hd\00"

declare spir_func i32 @printf(ptr addrspace(2), ...)

; CHECK-LABEL: @bytes_and_text(
; CHECK: [[A:%.*]] = extractelement <2 x i8> %v, i64 0
; CHECK: [[C:%.*]] = sext i8 [[A]] to i32
; CHECK: [[D:%.*]] = sext i8 {{.*}} to i32
; CHECK: [[R:%.*]] = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) [[B]], i32 [[C]], i32 [[D]], ptr addrspace(2) @text)
; CHECK: ret i32 [[R]]
define i32 @bytes_and_text(<2 x i8> %v) {
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @bytes, <2 x i8> %v, ptr addrspace(2) @text)
  ret i32 %r
}

; Vectors of 64 bits and more are passed as PoCL reads them.
; CHECK-LABEL: @one_of_two(
; CHECK: [[E:%.*]] = zext i16 {{.*}} to i32
; CHECK: [[F:%.*]] = zext i16 {{.*}} to i32
; CHECK: call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) [[S]], i32 [[E]], i32 [[F]], <4 x i16> %w)
define void @one_of_two(<2 x i16> %v, <4 x i16> %w) {
  call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @shorts, <2 x i16> %v, <4 x i16> %w)
  ret void
}

; CHECK-LABEL: @others(
; CHECK-NEXT: @printf(ptr addrspace(2) @numbers, <2 x i32> %v, i32 %i)
; CHECK-NEXT: @printf(ptr addrspace(2) @halves, <2 x half> %h)
; CHECK: @printf(ptr addrspace(2) @wrong, <2 x i8> %b)
; CHECK-NEXT: @printf(ptr addrspace(2) %p, <2 x i8> %b)
define void @others(<2 x i32> %v, i32 %i, <2 x half> %h, <2 x i8> %b, ptr addrspace(2) %p) {
  call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @numbers, <2 x i32> %v, i32 %i)
  call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @halves, <2 x half> %h)
  call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @wrong, <2 x i8> %b)
  call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %p, <2 x i8> %b)
  ret void
}
