; RUN: clc-opt -mtriple=spirv64 -passes=spirv-fold-constant-operands -S %s | FileCheck %s

@g = addrspace(1) global i32 0

; CHECK-LABEL: @integers(
; CHECK-NEXT: %s = add <2 x i8> %v, <i8 2, i8 1>
; CHECK-NEXT: ret <2 x i8> %s
define <2 x i8> @integers(<2 x i8> %v) {
  %s = add <2 x i8> %v, bitcast (<1 x i16> <i16 258> to <2 x i8>)
  ret <2 x i8> %s
}

; CHECK-LABEL: @integer(
; CHECK-NEXT: %s = add i32 131073, %v
; CHECK-NEXT: ret i32 %s
define i32 @integer(i32 %v) {
  %s = add i32 bitcast (<2 x i16> <i16 1, i16 2> to i32), %v
  ret i32 %s
}

; CHECK-LABEL: @float(
; CHECK-NEXT: %s = fadd float %v, 1.000000e+00
; CHECK-NEXT: ret float %s
define float @float(float %v) {
  %s = fadd float %v, bitcast (<2 x i16> <i16 0, i16 16256> to float)
  ret float %s
}

; CHECK-LABEL: @floats(
; CHECK-NEXT: ret <2 x float> <float 1.000000e+00, float 2.000000e+00>
define <2 x float> @floats() {
  ret <2 x float> bitcast (<1 x i64> <i64 4611686019492741120> to <2 x float>)
}

; All operands of one instruction.
; CHECK-LABEL: @both(
; CHECK-NEXT: %s = select i1 %c, i32 131073, i32 196609
define i32 @both(i1 %c) {
  %s = select i1 %c, i32 bitcast (<2 x i16> <i16 1, i16 2> to i32), i32 bitcast (<2 x i16> <i16 1, i16 3> to i32)
  ret i32 %s
}

; A number that only the linker knows.
; CHECK-LABEL: @address(
; CHECK-NEXT: ret i64 ptrtoint (ptr addrspace(1) @g to i64)
define i64 @address() {
  ret i64 ptrtoint (ptr addrspace(1) @g to i64)
}

; CHECK-LABEL: @pointer(
; CHECK-NEXT: store i32 %v, ptr addrspace(1) inttoptr (i64 ptrtoint (ptr addrspace(1) @g to i64) to ptr addrspace(1))
define void @pointer(i32 %v) {
  store i32 %v, ptr addrspace(1) inttoptr (i64 ptrtoint (ptr addrspace(1) @g to i64) to ptr addrspace(1))
  ret void
}

; CHECK-LABEL: @struct(
; CHECK-NEXT: ret { i32 } { i32 bitcast (<2 x i16> <i16 1, i16 2> to i32) }
define { i32 } @struct() {
  ret { i32 } { i32 bitcast (<2 x i16> <i16 1, i16 2> to i32) }
}

; CHECK-LABEL: @no_constants(
; CHECK-NEXT: %s = add i32 %v, %w
; CHECK-NEXT: %t = fneg float %f
; CHECK-NEXT: ret i32 %s
define i32 @no_constants(i32 %v, i32 %w, float %f) {
  %s = add i32 %v, %w
  %t = fneg float %f
  ret i32 %s
}
