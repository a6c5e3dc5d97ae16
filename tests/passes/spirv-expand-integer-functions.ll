; RUN: clc-opt '-passes=spirv-expand-integer-functions<tuned>' -S %s | FileCheck --check-prefixes=CHECK,TUNED %s
; RUN: clc-opt -passes=spirv-expand-integer-functions -S %s | FileCheck --check-prefixes=CHECK,PLAIN %s
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare <2 x i32> @llvm.smin.v2i32(<2 x i32>, <2 x i32>)
declare spir_func i32 @_Z3minii(i32, i32)
declare spir_func i32 @_Z3minjj(i32, i32)
declare spir_func i64 @_Z3maxll(i64, i64)
declare spir_func i64 @_Z3maxmm(i64, i64)
declare spir_func i16 @_Z5clampsss(i16, i16, i16)
declare spir_func i8 @_Z5clamphhh(i8, i8, i8)
declare spir_func i32 @_Z3absi(i32)
declare spir_func i8 @_Z3absa(i8)
declare spir_func i8 @_Z3absc(i8)
declare spir_func i32 @_Z3absj(i32)
declare spir_func i32 @_Z5mul24ii(i32, i32)
declare spir_func i32 @_Z5mad24iii(i32, i32, i32)
declare spir_func i32 @_Z5haddii(i32, i32)
declare spir_func i32 @_Z4step()
declare spir_func float @_Z3minff(float, float)
declare spir_func <4 x i32> @_Z3maxDv4_iS_(<4 x i32>, <4 x i32>)
declare spir_func <4 x i32> @_Z3minDv4_jj(<4 x i32>, i32)
declare spir_func i32 @_Z9bitselectjjj(i32, i32, i32)
declare spir_func i32 @_Z6rotatejj(i32, i32)
declare spir_func <2 x i32> @_Z8popcountDv2_j(<2 x i32>)

; CHECK-LABEL: @min_of_signed(
; CHECK-NEXT: [[LESS:%.*]] = icmp slt i32 %a, %b
; CHECK-NEXT: [[RESULT:%.*]] = select i1 [[LESS]], i32 %a, i32 %b
; CHECK-NEXT: ret i32 [[RESULT]]
define i32 @min_of_signed(i32 %a, i32 %b) {
  %r = call spir_func i32 @_Z3minii(i32 %a, i32 %b)
  ret i32 %r
}
; CHECK-LABEL: @min_of_unsigned(
; CHECK-NEXT: [[LESS:%.*]] = icmp ult i32 %a, %b
; CHECK-NEXT: select i1 [[LESS]], i32 %a, i32 %b
define i32 @min_of_unsigned(i32 %a, i32 %b) {
  %r = call spir_func i32 @_Z3minjj(i32 %a, i32 %b)
  ret i32 %r
}
; CHECK-LABEL: @max_of_signed(
; CHECK-NEXT: [[MORE:%.*]] = icmp sgt i64 %a, %b
; CHECK-NEXT: [[RESULT:%.*]] = select i1 [[MORE]], i64 %a, i64 %b
; CHECK-NEXT: ret i64 [[RESULT]]
define i64 @max_of_signed(i64 %a, i64 %b) {
  %r = call spir_func i64 @_Z3maxll(i64 %a, i64 %b)
  ret i64 %r
}
; CHECK-LABEL: @max_of_unsigned(
; CHECK-NEXT: icmp ugt i64 %a, %b
define i64 @max_of_unsigned(i64 %a, i64 %b) {
  %r = call spir_func i64 @_Z3maxmm(i64 %a, i64 %b)
  ret i64 %r
}
; CHECK-LABEL: @clamp_of_signed(
; CHECK-NEXT: [[MORE:%.*]] = icmp sgt i16 %a, %low
; CHECK-NEXT: [[LOWER:%.*]] = select i1 [[MORE]], i16 %a, i16 %low
; CHECK-NEXT: [[LESS:%.*]] = icmp slt i16 [[LOWER]], %high
; CHECK-NEXT: [[RESULT:%.*]] = select i1 [[LESS]], i16 [[LOWER]], i16 %high
; CHECK-NEXT: ret i16 [[RESULT]]
define i16 @clamp_of_signed(i16 %a, i16 %low, i16 %high) {
  %r = call spir_func i16 @_Z5clampsss(i16 %a, i16 %low, i16 %high)
  ret i16 %r
}
; CHECK-LABEL: @clamp_of_unsigned(
; CHECK-NEXT: icmp ugt i8 %a, %low
; CHECK: icmp ult i8 {{.*}}, %high
define i8 @clamp_of_unsigned(i8 %a, i8 %low, i8 %high) {
  %r = call spir_func i8 @_Z5clamphhh(i8 %a, i8 %low, i8 %high)
  ret i8 %r
}
; CHECK-LABEL: @abs_of_signed(
; CHECK-NEXT: [[NEGATIVE:%.*]] = icmp slt i32 %a, 0
; CHECK-NEXT: [[MINUS:%.*]] = sub i32 0, %a
; CHECK-NEXT: [[RESULT:%.*]] = select i1 [[NEGATIVE]], i32 [[MINUS]], i32 %a
; CHECK-NEXT: ret i32 [[RESULT]]
define i32 @abs_of_signed(i32 %a) {
  %r = call spir_func i32 @_Z3absi(i32 %a)
  ret i32 %r
}
; CHECK-LABEL: @abs_of_bytes(
; CHECK: icmp slt i8 %a, 0
; CHECK: icmp slt i8 {{.*}}, 0
define i8 @abs_of_bytes(i8 %a) {
  %r = call spir_func i8 @_Z3absa(i8 %a)
  %s = call spir_func i8 @_Z3absc(i8 %r)
  ret i8 %s
}
; CHECK-LABEL: @abs_of_unsigned(
; CHECK-NEXT: ret i32 %a
define i32 @abs_of_unsigned(i32 %a) {
  %r = call spir_func i32 @_Z3absj(i32 %a)
  ret i32 %r
}
; CHECK-LABEL: @intrinsics(
; CHECK-NEXT: icmp slt i32 %a, %b
; CHECK-NEXT: [[FIRST:%.*]] = select
; CHECK-NEXT: icmp ugt i32 [[FIRST]], %b
; CHECK-NEXT: [[SECOND:%.*]] = select
; CHECK-NEXT: icmp slt i32 [[SECOND]], 0
define i32 @intrinsics(i32 %a, i32 %b) {
  %r = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %s = call i32 @llvm.umax.i32(i32 %r, i32 %b)
  %t = call i32 @llvm.abs.i32(i32 %s, i1 false)
  ret i32 %t
}
; CHECK-LABEL: @products(
; PLAIN: call spir_func i32 @_Z5mul24ii(
; PLAIN: call spir_func i32 @_Z5mad24iii(
; TUNED-NEXT: [[FIRST:%.*]] = mul i32 %a, %b
; TUNED-NEXT: [[SECOND:%.*]] = mul i32 [[FIRST]], %a
; TUNED-NEXT: [[SUM:%.*]] = add i32 [[SECOND]], %b
; TUNED-NEXT: ret i32 [[SUM]]
define i32 @products(i32 %a, i32 %b) {
  %r = call spir_func i32 @_Z5mul24ii(i32 %a, i32 %b)
  %s = call spir_func i32 @_Z5mad24iii(i32 %r, i32 %a, i32 %b)
  ret i32 %s
}
; CHECK-LABEL: @vectors(
; TUNED: call spir_func <4 x i32> @_Z3maxDv4_iS_(
; TUNED: call spir_func <4 x i32> @_Z3minDv4_jj(
; PLAIN-NEXT: [[MORE:%.*]] = icmp sgt <4 x i32> %a, %b
; PLAIN-NEXT: [[MOST:%.*]] = select <4 x i1> [[MORE]], <4 x i32> %a, <4 x i32> %b
; PLAIN-NEXT: [[ONE:%.*]] = insertelement <4 x i32> poison, i32 %c, i64 0
; PLAIN-NEXT: [[ALL:%.*]] = shufflevector <4 x i32> [[ONE]], <4 x i32> poison, <4 x i32> zeroinitializer
; PLAIN-NEXT: icmp ult <4 x i32> [[MOST]], [[ALL]]
define <4 x i32> @vectors(<4 x i32> %a, <4 x i32> %b, i32 %c) {
  %r = call spir_func <4 x i32> @_Z3maxDv4_iS_(<4 x i32> %a, <4 x i32> %b)
  %s = call spir_func <4 x i32> @_Z3minDv4_jj(<4 x i32> %r, i32 %c)
  ret <4 x i32> %s
}
; CHECK-LABEL: @bits(
; TUNED: call spir_func i32 @_Z9bitselectjjj(
; PLAIN-NEXT: [[SECOND:%.*]] = and i32 %b, %mask
; PLAIN-NEXT: [[NOT:%.*]] = xor i32 %mask, -1
; PLAIN-NEXT: [[FIRST:%.*]] = and i32 %a, [[NOT]]
; PLAIN-NEXT: [[RESULT:%.*]] = or i32 [[SECOND]], [[FIRST]]
; PLAIN-NEXT: ret i32 [[RESULT]]
define i32 @bits(i32 %a, i32 %b, i32 %mask) {
  %r = call spir_func i32 @_Z9bitselectjjj(i32 %a, i32 %b, i32 %mask)
  ret i32 %r
}
; CHECK-LABEL: @rotations(
; PLAIN-NEXT: [[ROTATED:%.*]] = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 5)
; PLAIN-NEXT: call spir_func i32 @_Z6rotatejj(i32 [[ROTATED]], i32 %n)
; TUNED-COUNT-2: call spir_func i32 @_Z6rotatejj(
define i32 @rotations(i32 %a, i32 %n) {
  %r = call spir_func i32 @_Z6rotatejj(i32 %a, i32 5)
  %s = call spir_func i32 @_Z6rotatejj(i32 %r, i32 %n)
  ret i32 %s
}
; CHECK-LABEL: @counts(
; TUNED: call spir_func <2 x i32> @_Z8popcountDv2_j(
; PLAIN-NEXT: [[ONE:%.*]] = extractelement <2 x i32> %v, i64 0
; PLAIN-NEXT: call spir_func i32 @_Z8popcountj(i32 [[ONE]])
define <2 x i32> @counts(<2 x i32> %v) {
  %r = call spir_func <2 x i32> @_Z8popcountDv2_j(<2 x i32> %v)
  ret <2 x i32> %r
}
; CHECK-LABEL: @other_calls(
; TUNED: call <2 x i32> @llvm.smin.v2i32(
; PLAIN: icmp slt <2 x i32> %v, %v
; CHECK: call spir_func i32 @_Z5haddii(
; CHECK: call spir_func float @_Z3minff(
; CHECK: call spir_func i32 @_Z4step()
define i32 @other_calls(<2 x i32> %v, float %f, ptr addrspace(1) %p) {
  %w = call <2 x i32> @llvm.smin.v2i32(<2 x i32> %v, <2 x i32> %v)
  %e = extractelement <2 x i32> %w, i32 0
  %r = call spir_func i32 @_Z5haddii(i32 %e, i32 %e)
  %g = call spir_func float @_Z3minff(float %f, float %f)
  store float %g, ptr addrspace(1) %p
  %s = call spir_func i32 @_Z4step()
  %t = sub i32 %r, %s
  ret i32 %t
}
