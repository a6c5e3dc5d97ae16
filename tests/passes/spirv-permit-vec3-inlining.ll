; RUN: clc-opt -passes=spirv-permit-vec3-inlining -S %s | FileCheck %s

; CHECK: define <3 x float> @returns_three() {
define <3 x float> @returns_three() noinline {
  ret <3 x float> zeroinitializer
}
; CHECK: define void @takes_three(i32 %first, <3 x i8> %v) {
define void @takes_three(i32 %first, <3 x i8> %v) noinline {
  ret void
}
; CHECK: define <4 x float> @takes_four(<4 x float> %v) [[NOINLINE:#[0-9]+]] {
define <4 x float> @takes_four(<4 x float> %v) noinline {
  ret <4 x float> %v
}
; CHECK: define i32 @takes_numbers(i32 %a, float %b) [[NOINLINE]] {
define i32 @takes_numbers(i32 %a, float %b) noinline {
  ret i32 %a
}
; CHECK: attributes [[NOINLINE]] = { noinline }
