; RUN: clc-opt -passes=spirv-emit-contraction-off -S %s | FileCheck %s
; RUN: clc-opt -passes='spirv-emit-contraction-off<permits-all>' -S %s | FileCheck --check-prefix=ALL %s
; Each kernel but the last four has a product that a driver might contract. See spirv-emit-contraction-off-callee.ll for
; functions that are no kernels.
declare float @llvm.fmuladd.f32(float, float, float)
declare spir_func void @_Z3usef(float)
declare spir_func void @defined_elsewhere(ptr)

; CHECK: @adds({{.*}} [[OFF:#[0-9]+]] {
define spir_kernel void @adds(float %a, float %b, ptr addrspace(1) %out) {
  %product = fmul float %a, %b
  %sum = fadd float %product, %a
  store float %sum, ptr addrspace(1) %out
  ret void
}

; CHECK: @subtracts({{.*}} [[OFF]] {
define spir_kernel void @subtracts(float %a, float %b, ptr addrspace(1) %out) {
  %product = fmul float %a, %b
  %difference = fsub float %a, %product
  store float %difference, ptr addrspace(1) %out
  ret void
}

; CHECK: @adds_by_contraction({{.*}} [[OFF]] {
define spir_kernel void @adds_by_contraction(float %a, float %b, ptr addrspace(1) %out) {
  %product = fmul float %a, %b
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %product)
  store float %sum, ptr addrspace(1) %out
  ret void
}

; CHECK: @adds_negated({{.*}} [[OFF]] {
define spir_kernel void @adds_negated(float %a, float %b, ptr addrspace(1) %out) {
  %product = fmul float %a, %b
  %minus = fneg float %product
  %sum = fadd float %minus, %a
  store float %sum, ptr addrspace(1) %out
  ret void
}

; CHECK: @adds_element({{.*}} [[OFF]] {
define spir_kernel void @adds_element(<2 x float> %a, ptr addrspace(1) %out) {
  %product = fmul <2 x float> %a, %a
  %element = extractelement <2 x float> %product, i32 0
  %sum = fadd float %element, 1.0
  store float %sum, ptr addrspace(1) %out
  ret void
}

; CHECK: @adds_in_loop({{.*}} [[OFF]] {
define spir_kernel void @adds_in_loop(float %a, i1 %more, ptr addrspace(1) %out) {
entry:
  %product = fmul float %a, %a
  br label %loop
loop:
  %value = phi float [ %product, %entry ], [ %same, %loop ]
  %same = freeze float %value
  br i1 %more, label %loop, label %exit
exit:
  %sum = fadd float %same, 1.0
  store float %sum, ptr addrspace(1) %out
  ret void
}

; CHECK: @stores_to_private({{.*}} [[OFF]] {
define spir_kernel void @stores_to_private(float %a, float %b) {
  %variable = alloca float
  %product = fmul float %a, %b
  store float %product, ptr %variable
  call spir_func void @defined_elsewhere(ptr %variable)
  ret void
}

; CHECK: @calls_pointer({{.*}} [[OFF]] {
define spir_kernel void @calls_pointer(float %a, float %b, ptr %function) {
  %product = fmul float %a, %b
  call spir_func void %function(float %product)
  ret void
}

; CHECK: @passes_to_function({{.*}} [[OFF]] {
define spir_kernel void @passes_to_function(float %a, float %b) {
  %product = fmul float %a, %b
  call spir_func void @takes(float %product)
  ret void
}
define spir_func void @takes(float %a) {
  ret void
}

; CHECK: define spir_kernel void @stores_to_global(float %a, float %b, ptr addrspace(1) %out) {
define spir_kernel void @stores_to_global(float %a, float %b, ptr addrspace(1) %out) {
  %product = fmul float %a, %b
  %nested = fdiv float %product, %a
  %sum = fadd float %nested, %a
  %chosen = select i1 true, float %a, float %product
  store float %chosen, ptr addrspace(1) %out
  %factor = call float @llvm.fmuladd.f32(float %product, float %b, float 1.0)
  store float %product, ptr addrspace(1) %out
  call spir_func void @_Z3usef(float %product)
  ret void
}

; CHECK: define spir_kernel void @adds_marked(float %a, float %b, ptr addrspace(1) %out) {
define spir_kernel void @adds_marked(float %a, float %b, ptr addrspace(1) %out) {
  %product = fmul contract float %a, %b
  %sum = fadd float %product, %a
  store float %sum, ptr addrspace(1) %out
  ret void
}

; CHECK: define spir_kernel void @adds_quotient(float %a, float %b, ptr addrspace(1) %out) {
define spir_kernel void @adds_quotient(float %a, float %b, ptr addrspace(1) %out) {
  %quotient = fdiv float %a, %b
  %sum = fadd float %quotient, %a
  store float %sum, ptr addrspace(1) %out
  ret void
}

; CHECK: define spir_kernel void @loops_without_sum(float %a, i1 %more, ptr addrspace(1) %out) {
define spir_kernel void @loops_without_sum(float %a, i1 %more, ptr addrspace(1) %out) {
entry:
  %product = fmul float %a, %a
  br label %loop
loop:
  %value = phi float [ %product, %entry ], [ %same, %loop ]
  %same = freeze float %value
  br i1 %more, label %loop, label %exit
exit:
  store float %same, ptr addrspace(1) %out
  ret void
}

; CHECK: attributes [[OFF]] = { "contraction-off" }
; CHECK: !opencl.enable.FP_CONTRACT = !{}
; CHECK: !spirv.ExecutionMode = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
; CHECK: !0 = !{ptr @adds, i32 31}
; CHECK: !8 = !{ptr @passes_to_function, i32 31}
; ALL-NOT: "contraction-off"
; ALL: !opencl.enable.FP_CONTRACT = !{}
; ALL-NOT: ExecutionMode
