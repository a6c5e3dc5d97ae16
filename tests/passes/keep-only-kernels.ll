; RUN: clc-opt -passes=keep-only-kernels -S %s | FileCheck %s

; CHECK: @table = internal constant
@table = constant i32 1

; CHECK: define spir_kernel void @kernel()
define spir_kernel void @kernel() {
  call void @__clang_ocl_kern_imp_kernel()
  call void @helper()
  call void @header_function()
  ret void
}

; The body of a kernel is inlined into it even without optimisation.
; CHECK: define internal void @__clang_ocl_kern_imp_kernel() [[BODY:#[0-9]+]]
define void @__clang_ocl_kern_imp_kernel() noinline optnone {
  ret void
}

; CHECK: define internal void @helper() [[HELPER:#[0-9]+]]
define void @helper() noinline {
  ret void
}

; `extern inline` expects a definition elsewhere, but there is none.
; CHECK: define internal void @header_function()
define available_externally void @header_function() {
  ret void
}

; CHECK: declare void @declared()
declare void @declared()

; CHECK: attributes [[BODY]] = { alwaysinline }
; CHECK: attributes [[HELPER]] = { noinline }
