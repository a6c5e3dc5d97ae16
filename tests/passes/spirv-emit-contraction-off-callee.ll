; RUN: clc-opt -passes=spirv-emit-contraction-off -S %s | FileCheck %s
; A function that is no kernel and forbids contraction forbids it everywhere, as any kernel may inline it.

; CHECK: @returns_product({{.*}} [[OFF:#[0-9]+]] {
define spir_func float @returns_product(float %a, float %b) {
  %product = fmul float %a, %b
  ret float %product
}

; CHECK: @computes_nothing({{.*}} [[OFF]] {
define spir_func void @computes_nothing() {
  ret void
}

; CHECK: @kernel({{.*}} [[OFF]] {
define spir_kernel void @kernel(float %a, ptr addrspace(1) %out) {
  %product = fmul float %a, %a
  %sum = fadd float %product, %a
  store float %sum, ptr addrspace(1) %out
  ret void
}

; CHECK: attributes [[OFF]] = { "contraction-off" }
; CHECK: !spirv.ExecutionMode = !{!0}
; CHECK: !0 = !{ptr @kernel, i32 31}
