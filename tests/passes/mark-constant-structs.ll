; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=mark-constant-structs -S %s | FileCheck %s

%S = type { i32, i32 }

declare void @by_value(ptr byval(%S))
declare void @by_pointer(ptr)
declare void @both_ways(ptr byval(%S), ptr)

; CHECK: define ptx_kernel void @handed_on(ptr noalias readonly byval(%S) "nvvm.grid_constant" %s, i32 %n) {
define ptx_kernel void @handed_on(ptr byval(%S) %s, i32 %n) {
  call void @by_value(ptr byval(%S) %s)
  ret void
}

; Clang's calling convention for kernels.
; CHECK: define spir_kernel void @handed_on_twice(ptr noalias readonly byval(%S) "nvvm.grid_constant" %s) {
define spir_kernel void @handed_on_twice(ptr byval(%S) %s) {
  call void @by_value(ptr byval(%S) %s)
  call void @by_value(ptr byval(%S) %s)
  ret void
}

; CHECK: define ptx_kernel void @not_used(ptr noalias readonly byval(%S) "nvvm.grid_constant" %s) {
define ptx_kernel void @not_used(ptr byval(%S) %s) {
  ret void
}

; Each for itself.
; CHECK: define ptx_kernel void @two(ptr byval(%S) %s, ptr noalias readonly byval(%S) align 16 "nvvm.grid_constant" %t) {
define ptx_kernel void @two(ptr byval(%S) %s, ptr byval(%S) align 16 %t) {
  store i32 0, ptr %s
  call void @by_value(ptr byval(%S) %t)
  ret void
}

; CHECK: define void @no_kernel(ptr byval(%S) %s) {
define void @no_kernel(ptr byval(%S) %s) {
  call void @by_value(ptr byval(%S) %s)
  ret void
}

; CHECK: define ptx_kernel void @no_struct(ptr %s) {
define ptx_kernel void @no_struct(ptr %s) {
  call void @by_value(ptr byval(%S) %s)
  ret void
}

; CHECK: define ptx_kernel void @address_handed_on(ptr byval(%S) %s) {
define ptx_kernel void @address_handed_on(ptr byval(%S) %s) {
  call void @by_value(ptr byval(%S) %s)
  call void @by_pointer(ptr %s)
  ret void
}

; CHECK: define ptx_kernel void @both_handed_on(ptr byval(%S) %s) {
define ptx_kernel void @both_handed_on(ptr byval(%S) %s) {
  call void @both_ways(ptr byval(%S) %s, ptr %s)
  ret void
}

; CHECK: define ptx_kernel void @written(ptr byval(%S) %s) {
define ptx_kernel void @written(ptr byval(%S) %s) {
  store i32 0, ptr %s
  ret void
}

; CHECK: define ptx_kernel void @address_kept(ptr byval(%S) %s, ptr %out) {
define ptx_kernel void @address_kept(ptr byval(%S) %s, ptr %out) {
  store ptr %s, ptr %out
  ret void
}

; Uses of calls that are no arguments.
; CHECK: define ptx_kernel void @called(ptr byval(%S) %s) {
define ptx_kernel void @called(ptr byval(%S) %s) {
  call void %s()
  ret void
}

; CHECK: define ptx_kernel void @in_a_bundle(ptr byval(%S) %s, ptr %p) {
define ptx_kernel void @in_a_bundle(ptr byval(%S) %s, ptr %p) {
  call void @by_value(ptr byval(%S) %p) [ "kept"(ptr %s) ]
  ret void
}
