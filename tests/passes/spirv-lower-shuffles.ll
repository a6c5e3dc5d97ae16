; RUN: clc-opt -mtriple=spirv64 -passes=spirv-lower-shuffles -S %s | FileCheck %s

declare <4 x float> @_Z7shuffleDv4_fDv4_j(<4 x float>, <4 x i32>)
declare <2 x i8> @_Z7shuffleDv16_hDv2_h(<16 x i8>, <2 x i8>)
declare <4 x float> @_Z8shuffle2Dv2_fS_Dv4_j(<2 x float>, <2 x float>, <4 x i32>)
declare <4 x float> @_Z7shuffleDv4_fDv4_jS0_(<4 x float>, <4 x i32>, <4 x i32>)
declare <4 x float> @_Z8shuffle2Dv4_fDv4_j(<4 x float>, <4 x i32>)
declare <4 x float> @_Z8shufflesDv4_fDv4_j(<4 x float>, <4 x i32>)

; CHECK-LABEL: @constant(
; CHECK-NEXT: [[S:%.*]] = shufflevector <4 x float> %v, <4 x float> %v, <4 x i32> <i32 3, i32 0, i32 2, i32 1>
; CHECK-NEXT: ret <4 x float> [[S]]
define <4 x float> @constant(<4 x float> %v) {
  %s = call <4 x float> @_Z7shuffleDv4_fDv4_j(<4 x float> %v, <4 x i32> <i32 3, i32 0, i32 2, i32 1>)
  ret <4 x float> %s
}

; Only the lower bits count: two for four elements.
; CHECK-LABEL: @beyond(
; CHECK-NEXT: shufflevector <4 x float> %v, <4 x float> %v, <4 x i32> <i32 3, i32 0, i32 1, i32 3>
define <4 x float> @beyond(<4 x float> %v) {
  %s = call <4 x float> @_Z7shuffleDv4_fDv4_j(<4 x float> %v, <4 x i32> <i32 7, i32 4, i32 -3, i32 255>)
  ret <4 x float> %s
}

; CHECK-LABEL: @fewer(
; CHECK-NEXT: shufflevector <16 x i8> %v, <16 x i8> %v, <2 x i32> <i32 15, i32 1>
define <2 x i8> @fewer(<16 x i8> %v) {
  %s = call <2 x i8> @_Z7shuffleDv16_hDv2_h(<16 x i8> %v, <2 x i8> <i8 -1, i8 17>)
  ret <2 x i8> %s
}

; Two bits for twice two elements.
; CHECK-LABEL: @of_two(
; CHECK-NEXT: [[S:%.*]] = shufflevector <2 x float> %v, <2 x float> %w, <4 x i32> <i32 3, i32 0, i32 2, i32 1>
; CHECK-NEXT: ret <4 x float> [[S]]
define <4 x float> @of_two(<2 x float> %v, <2 x float> %w) {
  %s = call <4 x float> @_Z8shuffle2Dv2_fS_Dv4_j(<2 x float> %v, <2 x float> %w, <4 x i32> <i32 3, i32 4, i32 2, i32 5>)
  ret <4 x float> %s
}

; CHECK-LABEL: @unknown(
; CHECK-NEXT: [[M:%.*]] = and <4 x i32> %m, splat (i32 3)
; CHECK-NEXT: %s = call <4 x float> @_Z7shuffleDv4_fDv4_j(<4 x float> %v, <4 x i32> [[M]])
; CHECK-NEXT: ret <4 x float> %s
define <4 x float> @unknown(<4 x float> %v, <4 x i32> %m) {
  %s = call <4 x float> @_Z7shuffleDv4_fDv4_j(<4 x float> %v, <4 x i32> %m)
  ret <4 x float> %s
}

; CHECK-LABEL: @unknown_of_two(
; CHECK-NEXT: [[M:%.*]] = and <4 x i32> %m, splat (i32 3)
; CHECK-NEXT: %s = call <4 x float> @_Z8shuffle2Dv2_fS_Dv4_j(<2 x float> %v, <2 x float> %w, <4 x i32> [[M]])
define <4 x float> @unknown_of_two(<2 x float> %v, <2 x float> %w, <4 x i32> %m) {
  %s = call <4 x float> @_Z8shuffle2Dv2_fS_Dv4_j(<2 x float> %v, <2 x float> %w, <4 x i32> %m)
  ret <4 x float> %s
}

; CHECK-LABEL: @partly_undefined(
; CHECK-NEXT: call <4 x float> @_Z7shuffleDv4_fDv4_j(<4 x float> %v, <4 x i32> <i32 3, i32 poison, i32 2, i32 1>)
define <4 x float> @partly_undefined(<4 x float> %v) {
  %s = call <4 x float> @_Z7shuffleDv4_fDv4_j(<4 x float> %v, <4 x i32> <i32 7, i32 poison, i32 2, i32 1>)
  ret <4 x float> %s
}

; CHECK-LABEL: @three_arguments(
; CHECK-NEXT: call <4 x float> @_Z7shuffleDv4_fDv4_jS0_(<4 x float> %v, <4 x i32> %m, <4 x i32> zeroinitializer)
define <4 x float> @three_arguments(<4 x float> %v, <4 x i32> %m) {
  %s = call <4 x float> @_Z7shuffleDv4_fDv4_jS0_(<4 x float> %v, <4 x i32> %m, <4 x i32> zeroinitializer)
  ret <4 x float> %s
}

; CHECK-LABEL: @shuffle2_of_one(
; CHECK-NEXT: call <4 x float> @_Z8shuffle2Dv4_fDv4_j(<4 x float> %v, <4 x i32> zeroinitializer)
define <4 x float> @shuffle2_of_one(<4 x float> %v) {
  %s = call <4 x float> @_Z8shuffle2Dv4_fDv4_j(<4 x float> %v, <4 x i32> zeroinitializer)
  ret <4 x float> %s
}

; CHECK-LABEL: @another_function(
; CHECK-NEXT: call <4 x float> @_Z8shufflesDv4_fDv4_j(<4 x float> %v, <4 x i32> zeroinitializer)
define <4 x float> @another_function(<4 x float> %v) {
  %s = call <4 x float> @_Z8shufflesDv4_fDv4_j(<4 x float> %v, <4 x i32> zeroinitializer)
  ret <4 x float> %s
}

; CHECK-LABEL: @no_call(
; CHECK-NEXT: store ptr @_Z7shuffleDv4_fDv4_j, ptr %p
define void @no_call(ptr %p) {
  store ptr @_Z7shuffleDv4_fDv4_j, ptr %p
  ret void
}

; A function of the program's own.
; CHECK-LABEL: @defined(
; CHECK-NEXT: call <2 x float> @_Z7shuffleDv2_fDv2_j(<2 x float> %v, <2 x i32> zeroinitializer)
define <2 x float> @defined(<2 x float> %v) {
  %s = call <2 x float> @_Z7shuffleDv2_fDv2_j(<2 x float> %v, <2 x i32> zeroinitializer)
  ret <2 x float> %s
}
define <2 x float> @_Z7shuffleDv2_fDv2_j(<2 x float> %v, <2 x i32> %m) {
  ret <2 x float> %v
}
