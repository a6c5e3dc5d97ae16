; RUN: clc-opt -passes=spirv-fuse-divergent-products -S %s | FileCheck %s
declare float @llvm.fmuladd.f32(float, float, float)
declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: @fuses_divergent_product(
; CHECK: [[UNIFORM:%.*]] = fmul nnan contract float %a, %b
; CHECK: call float @llvm.fmuladd.f32(float %x, float %c, float [[UNIFORM]])
define float @fuses_divergent_product(float %a, float %b, float %c) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = uitofp i64 %id to float
  %product = fmul nnan contract float %x, %c
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %product)
  ret float %sum
}

; CHECK-LABEL: @keeps_divergent_left(
; CHECK: %sum = call float @llvm.fmuladd.f32(float %x, float %b, float %product)
define float @keeps_divergent_left(float %b, float %c) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = uitofp i64 %id to float
  %product = fmul contract float %x, %c
  %sum = call float @llvm.fmuladd.f32(float %x, float %b, float %product)
  ret float %sum
}

; CHECK-LABEL: @keeps_divergent_right(
; CHECK: %sum = call float @llvm.fmuladd.f32(float %b, float %x, float %product)
define float @keeps_divergent_right(float %b, float %c) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = uitofp i64 %id to float
  %product = fmul contract float %x, %c
  %sum = call float @llvm.fmuladd.f32(float %b, float %x, float %product)
  ret float %sum
}

; CHECK-LABEL: @keeps_uniform_products(
; CHECK: %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %product)
define float @keeps_uniform_products(float %a, float %b, float %c) {
  %product = fmul contract float %c, %c
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %product)
  ret float %sum
}

; CHECK-LABEL: @keeps_unmarked_product(
; CHECK: %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %product)
define float @keeps_unmarked_product(float %a, float %b, float %c) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = uitofp i64 %id to float
  %product = fmul float %x, %c
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %product)
  ret float %sum
}

; CHECK-LABEL: @keeps_product_with_other_uses(
; CHECK: %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %product)
define float @keeps_product_with_other_uses(float %a, float %b, float %c, ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = uitofp i64 %id to float
  %product = fmul contract float %x, %c
  store float %product, ptr addrspace(1) %p
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %product)
  ret float %sum
}

; CHECK-LABEL: @keeps_other_addends(
; CHECK: %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %quotient)
; CHECK: %end = call float @llvm.fmuladd.f32(float %a, float %b, float %x)
define float @keeps_other_addends(float %a, float %b, float %c) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = uitofp i64 %id to float
  %quotient = fdiv contract float %x, %c
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %quotient)
  %end = call float @llvm.fmuladd.f32(float %a, float %b, float %x)
  %both = fdiv float %sum, %end
  ret float %both
}
