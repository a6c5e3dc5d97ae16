; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-keep-library-divisions-exact -S %s | FileCheck %s

; CHECK-LABEL: @library(
; CHECK-NEXT: [[D:%.*]] = fdiv arcp float %x, %y{{$}}
; CHECK-NEXT: [[V:%.*]] = fdiv <2 x float> %v, %v{{$}}
; CHECK-NEXT: ret float [[D]]
define float @library(float %x, float %y, <2 x float> %v) {
  %d = fdiv arcp float %x, %y, !fpmath !0
  %e = fdiv <2 x float> %v, %v, !fpmath !0
  ret float %d
}

; Only the bound is dropped, and only of divisions.
; CHECK-LABEL: @rest_of_library(
; CHECK-NEXT: fdiv float %x, %y, !note [[NOTE:![0-9]+]]{{$}}
; CHECK-NEXT: call float @llvm.sqrt.f32(float %x), !fpmath [[BOUND:![0-9]+]]
; CHECK-NEXT: fmul float %x, %y, !fpmath [[BOUND]]
define float @rest_of_library(float %x, float %y) {
  %d = fdiv float %x, %y, !fpmath !0, !note !1
  %e = call float @llvm.sqrt.f32(float %x), !fpmath !0
  %f = fmul float %x, %y, !fpmath !0
  ret float %d
}

; CHECK-LABEL: @program(
; CHECK-NEXT: fdiv float %x, %y, !fpmath [[BOUND]]
define float @program(float %x, float %y) "clc-of-program" {
  %d = fdiv float %x, %y, !fpmath !0
  ret float %d
}

; CHECK: [[NOTE]] = !{}
; CHECK: [[BOUND]] = !{float 2.500000e+00}
!0 = !{float 2.5}
!1 = !{}
