; RUN: clc-opt -passes=spirv-mark-contractible-products -S %s | FileCheck %s
declare float @llvm.fmuladd.f32(float, float, float)

; CHECK-LABEL: @marks_product_that_is_added(
; CHECK: %product = fmul contract float %c, %d
define float @marks_product_that_is_added(float %a, float %b, float %c, float %d) {
  %product = fmul float %c, %d
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %product)
  ret float %sum
}

; CHECK-LABEL: @marks_negated_product(
; CHECK: %product = fmul contract float %c, %d
; CHECK: %minus = fneg contract float %product
define float @marks_negated_product(float %a, float %b, float %c, float %d) {
  %product = fmul float %c, %d
  %minus = fneg float %product
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %minus)
  ret float %sum
}

; CHECK-LABEL: @keeps_product_with_other_uses(
; CHECK: %product = fmul float %c, %d
define float @keeps_product_with_other_uses(float %a, float %b, float %c, float %d, ptr addrspace(1) %p) {
  %product = fmul float %c, %d
  store float %product, ptr addrspace(1) %p
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %product)
  ret float %sum
}

; CHECK-LABEL: @keeps_other_addends(
; CHECK: %sum = fadd float %c, %d
; CHECK: %minus = fneg float %c
define float @keeps_other_addends(float %a, float %b, float %c, float %d) {
  %sum = fadd float %c, %d
  %first = call float @llvm.fmuladd.f32(float %a, float %b, float %sum)
  %minus = fneg float %c
  %second = call float @llvm.fmuladd.f32(float %a, float %first, float %minus)
  ret float %second
}

; CHECK-LABEL: @keeps_product_that_is_multiplied(
; CHECK: %product = fmul float %c, %d
define float @keeps_product_that_is_multiplied(float %b, float %c, float %d) {
  %product = fmul float %c, %d
  %sum = call float @llvm.fmuladd.f32(float %product, float %b, float %c)
  ret float %sum
}
