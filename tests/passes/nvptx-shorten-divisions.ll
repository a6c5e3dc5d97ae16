; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-shorten-divisions -S %s | FileCheck %s

; CHECK-LABEL: @quotient(
; CHECK-NEXT: [[Q:%.*]] = call float @llvm.nvvm.div.full(float %x, float %y)
; CHECK-NEXT: ret float [[Q]]
define float @quotient(float %x, float %y) {
  %q = fdiv float %x, %y, !fpmath !0
  ret float %q
}

; As much as the chip's error.
; CHECK-LABEL: @smallest_error(
; CHECK-NEXT: call float @llvm.nvvm.div.full(float %x, float %y)
define float @smallest_error(float %x, float %y) {
  %q = fdiv float %x, %y, !fpmath !1
  ret float %q
}

; CHECK-LABEL: @error_is_too_small(
; CHECK-NEXT: [[Q:%.*]] = fdiv float %x, %y, !fpmath
; CHECK-NEXT: ret float [[Q]]
define float @error_is_too_small(float %x, float %y) {
  %q = fdiv float %x, %y, !fpmath !2
  ret float %q
}

; CHECK-LABEL: @exact(
; CHECK-NEXT: [[Q:%.*]] = fdiv float %x, %y{{$}}
; CHECK-NEXT: ret float [[Q]]
define float @exact(float %x, float %y) {
  %q = fdiv float %x, %y
  ret float %q
}

; CHECK-LABEL: @reciprocal(
; CHECK-NEXT: [[Q:%.*]] = fdiv afn float 1.000000e+00, %y
; CHECK-NEXT: ret float [[Q]]
define float @reciprocal(float %y) {
  %q = fdiv float 1.0, %y, !fpmath !0
  ret float %q
}

; CHECK-LABEL: @of_two(
; CHECK-NEXT: call float @llvm.nvvm.div.full(float 2.000000e+00, float %y)
define float @of_two(float %y) {
  %q = fdiv float 2.0, %y, !fpmath !0
  ret float %q
}

; CHECK-LABEL: @vector(
; CHECK-NEXT: [[X0:%.*]] = extractelement <2 x float> %x, i64 0
; CHECK-NEXT: [[Y0:%.*]] = extractelement <2 x float> %y, i64 0
; CHECK-NEXT: [[Q0:%.*]] = call float @llvm.nvvm.div.full(float [[X0]], float [[Y0]])
; CHECK-NEXT: [[V0:%.*]] = insertelement <2 x float> poison, float [[Q0]], i64 0
; CHECK-NEXT: [[X1:%.*]] = extractelement <2 x float> %x, i64 1
; CHECK-NEXT: [[Y1:%.*]] = extractelement <2 x float> %y, i64 1
; CHECK-NEXT: [[Q1:%.*]] = call float @llvm.nvvm.div.full(float [[X1]], float [[Y1]])
; CHECK-NEXT: [[V1:%.*]] = insertelement <2 x float> [[V0]], float [[Q1]], i64 1
; CHECK-NEXT: ret <2 x float> [[V1]]
define <2 x float> @vector(<2 x float> %x, <2 x float> %y) {
  %q = fdiv <2 x float> %x, %y, !fpmath !0
  ret <2 x float> %q
}

; CHECK-LABEL: @vector_of_reciprocals(
; CHECK-NEXT: [[Y0:%.*]] = extractelement <2 x float> %y, i64 0
; CHECK-NEXT: fdiv afn float 1.000000e+00, [[Y0]]
; CHECK: [[Y1:%.*]] = extractelement <2 x float> %y, i64 1
; CHECK-NEXT: call float @llvm.nvvm.div.full(float 3.000000e+00, float [[Y1]])
define <2 x float> @vector_of_reciprocals(<2 x float> %y) {
  %q = fdiv <2 x float> <float 1.0, float 3.0>, %y, !fpmath !0
  ret <2 x float> %q
}

; LLVM shortens these itself.
; CHECK-LABEL: @approximate(
; CHECK-NEXT: [[Q:%.*]] = fdiv afn float %x, %y
; CHECK-NEXT: ret float [[Q]]
define float @approximate(float %x, float %y) {
  %q = fdiv afn float %x, %y, !fpmath !0
  ret float %q
}

; CHECK-LABEL: @of_doubles(
; CHECK-NEXT: [[Q:%.*]] = fdiv double %x, %y
; CHECK-NEXT: ret double [[Q]]
define double @of_doubles(double %x, double %y) {
  %q = fdiv double %x, %y, !fpmath !0
  ret double %q
}

; CHECK-LABEL: @of_halves(
; CHECK-NEXT: [[Q:%.*]] = fdiv half %x, %y
; CHECK-NEXT: ret half [[Q]]
define half @of_halves(half %x, half %y) {
  %q = fdiv half %x, %y, !fpmath !0
  ret half %q
}

; CHECK-LABEL: @no_division(
; CHECK-NEXT: [[P:%.*]] = fmul float %x, %y, !fpmath
; CHECK-NEXT: [[R:%.*]] = call float @llvm.sqrt.f32(float [[P]]), !fpmath
; CHECK-NEXT: ret float [[R]]
define float @no_division(float %x, float %y) {
  %p = fmul float %x, %y, !fpmath !0
  %r = call float @llvm.sqrt.f32(float %p), !fpmath !0
  ret float %r
}

; CHECK-LABEL: @flushes_quotient(
; CHECK-NEXT: call float @llvm.nvvm.div.full.ftz(float %x, float %y)
define float @flushes_quotient(float %x, float %y) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %q = fdiv float %x, %y, !fpmath !0
  ret float %q
}

; CHECK-LABEL: @flushes_reciprocal(
; CHECK-NEXT: fdiv afn float 1.000000e+00, %y
define float @flushes_reciprocal(float %y) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %q = fdiv float 1.0, %y, !fpmath !0
  ret float %q
}

; CHECK-LABEL: @flushes_instructions(
; CHECK-NEXT: [[A:%.*]] = call float @llvm.nvvm.sqrt.approx.ftz.f(float %x)
; CHECK-NEXT: [[B:%.*]] = call float @llvm.nvvm.rsqrt.approx.ftz.f(float [[A]])
; CHECK-NEXT: [[C:%.*]] = call float @llvm.nvvm.ex2.approx.ftz{{(\.f32)?}}(float [[B]])
; CHECK-NEXT: [[D:%.*]] = call float @llvm.nvvm.lg2.approx.ftz.f(float [[C]])
; CHECK-NEXT: [[E:%.*]] = call float @llvm.nvvm.div.full.ftz(float [[D]], float %x)
; CHECK-NEXT: ret float [[E]]
define float @flushes_instructions(float %x) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %a = call float @llvm.nvvm.sqrt.approx.f(float %x)
  %b = call float @llvm.nvvm.rsqrt.approx.f(float %a)
  %c = call float @llvm.nvvm.ex2.approx.f32(float %b)
  %d = call float @llvm.nvvm.lg2.approx.f(float %c)
  %e = call float @llvm.nvvm.div.full(float %d, float %x)
  ret float %e
}

; CHECK-LABEL: @keeps_denormals(
; CHECK-NEXT: [[A:%.*]] = call float @llvm.nvvm.sqrt.approx.f(float %x)
; CHECK-NEXT: [[B:%.*]] = call float @llvm.nvvm.rsqrt.approx.f(float [[A]])
; CHECK-NEXT: [[C:%.*]] = call float @llvm.nvvm.ex2.approx.f32(float [[B]])
; CHECK-NEXT: [[D:%.*]] = call float @llvm.nvvm.lg2.approx.f(float [[C]])
; CHECK-NEXT: [[E:%.*]] = call float @llvm.nvvm.div.full(float [[D]], float %x)
define float @keeps_denormals(float %x) "denormal-fp-math-f32"="ieee,preserve-sign" {
  %a = call float @llvm.nvvm.sqrt.approx.f(float %x)
  %b = call float @llvm.nvvm.rsqrt.approx.f(float %a)
  %c = call float @llvm.nvvm.ex2.approx.f32(float %b)
  %d = call float @llvm.nvvm.lg2.approx.f(float %c)
  %e = call float @llvm.nvvm.div.full(float %d, float %x)
  ret float %e
}

; CHECK-LABEL: @keeps_exact_quotients(
; CHECK-NEXT: fdiv float %x, %y{{$}}
define float @keeps_exact_quotients(float %x, float %y) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %q = fdiv float %x, %y
  ret float %q
}

; Half has denormal numbers of its own.
; CHECK-LABEL: @half_flushes_nothing(
; CHECK-NEXT: call half @llvm.nvvm.ex2.approx.f16(half %x)
define half @half_flushes_nothing(half %x) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %y = call half @llvm.nvvm.ex2.approx.f16(half %x)
  ret half %y
}

; CHECK-LABEL: @has_no_flushing_form(
; CHECK-NEXT: call float @llvm.fabs.f32(float %x)
define float @has_no_flushing_form(float %x) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %y = call float @llvm.fabs.f32(float %x)
  ret float %y
}

!0 = !{float 2.5}
!1 = !{float 2.0}
!2 = !{float 1.5}
