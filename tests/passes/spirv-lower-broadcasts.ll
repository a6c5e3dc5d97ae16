; RUN: clc-opt -mtriple=spirv64 -passes=spirv-lower-broadcasts -S %s | FileCheck %s

declare spir_func float @_Z31sub_group_non_uniform_broadcastfj(float, i32)
declare spir_func <2 x i8> @_Z31sub_group_non_uniform_broadcastDv2_cj(<2 x i8>, i32)
declare spir_func i32 @_Z31sub_group_non_uniform_broadcasts(i32)

; CHECK-LABEL: @dynamic(
; CHECK-NEXT: %b = call spir_func float @_Z17sub_group_shufflefj(float %v, i32 %i) #[[A:[0-9]+]]
; CHECK-NEXT: ret float %b
define spir_func float @dynamic(float %v, i32 %i) {
  %b = call spir_func float @_Z31sub_group_non_uniform_broadcastfj(float %v, i32 %i) #0
  ret float %b
}

; CHECK-LABEL: @vector(
; CHECK-NEXT: call spir_func <2 x i8> @_Z17sub_group_shuffleDv2_cj(<2 x i8> %v, i32 %i)
define spir_func <2 x i8> @vector(<2 x i8> %v, i32 %i) {
  %b = call spir_func <2 x i8> @_Z31sub_group_non_uniform_broadcastDv2_cj(<2 x i8> %v, i32 %i)
  ret <2 x i8> %b
}

; CHECK-LABEL: @constant(
; CHECK-NEXT: call spir_func float @_Z31sub_group_non_uniform_broadcastfj(float %v, i32 3)
define spir_func float @constant(float %v) {
  %b = call spir_func float @_Z31sub_group_non_uniform_broadcastfj(float %v, i32 3)
  ret float %b
}

; An undefined index is no constant instruction either.
; CHECK-LABEL: @undefined(
; CHECK-NEXT: call spir_func float @_Z17sub_group_shufflefj(float %v, i32 undef)
define spir_func float @undefined(float %v) {
  %b = call spir_func float @_Z31sub_group_non_uniform_broadcastfj(float %v, i32 undef)
  ret float %b
}

; CHECK-LABEL: @one_argument(
; CHECK-NEXT: call spir_func i32 @_Z31sub_group_non_uniform_broadcasts(i32 %v)
define spir_func i32 @one_argument(i32 %v) {
  %b = call spir_func i32 @_Z31sub_group_non_uniform_broadcasts(i32 %v)
  ret i32 %b
}

; CHECK: attributes #[[A]] = { convergent nounwind }
attributes #0 = { convergent nounwind }
