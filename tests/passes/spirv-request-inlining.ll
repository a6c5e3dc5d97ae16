; RUN: clc-opt -passes=spirv-request-inlining -S %s | FileCheck %s
; Functions whose names begin with "takes" are passed a private variable; "kernel" calls them.

; CHECK: define internal void @takes_variable(ptr %p) [[INLINE:#[0-9]+]] {
define internal void @takes_variable(ptr %p) {
  store i32 0, ptr %p
  ret void
}
; CHECK: define internal void @takes_element(i32 %i, ptr %p) [[INLINE]] {
define internal void @takes_element(i32 %i, ptr %p) {
  store i32 %i, ptr %p
  ret void
}
; CHECK: define void @takes_but_is_exported(ptr %p) {
define void @takes_but_is_exported(ptr %p) {
  store i32 0, ptr %p
  ret void
}
; CHECK: define internal void @takes_but_is_noinline(ptr %p) [[NOINLINE:#[0-9]+]] {
define internal void @takes_but_is_noinline(ptr %p) noinline {
  store i32 0, ptr %p
  ret void
}
; CHECK: define internal void @takes_but_calls_itself(ptr %p) {
define internal void @takes_but_calls_itself(ptr %p) {
  call void @takes_but_calls_itself(ptr %p)
  ret void
}
; CHECK: define internal void @takes_but_is_stored(ptr %p) {
define internal void @takes_but_is_stored(ptr %p) {
  store i32 0, ptr %p
  ret void
}
; CHECK: define internal void @takes_but_is_passed_on(ptr %p) {
define internal void @takes_but_is_passed_on(ptr %p) {
  store i32 0, ptr %p
  ret void
}
; CHECK: define internal void @gets_global(ptr addrspace(1) %p) {
define internal void @gets_global(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  ret void
}
; CHECK: define internal void @gets_number(i32 %i) {
define internal void @gets_number(i32 %i) {
  ret void
}
; One of two calls passes a variable.
; CHECK: define internal void @takes_variable_first(ptr %p) [[INLINE]] {
define internal void @takes_variable_first(ptr %p) {
  store i32 0, ptr %p
  ret void
}
; CHECK: define internal void @takes_variable_last(ptr %p) [[INLINE]] {
define internal void @takes_variable_last(ptr %p) {
  store i32 0, ptr %p
  ret void
}
declare void @calls(ptr)

; Eighty calls of 50 instructions are as many as may be.
; CHECK: define internal void @takes_and_is_large(ptr %p) [[INLINE]] {
define internal void @takes_and_is_large(ptr %p) {
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  ret void
}
; CHECK: define internal void @takes_but_is_too_large(ptr %p) {
define internal void @takes_but_is_too_large(ptr %p) {
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  store volatile i32 0, ptr %p
  ret void
}

; CHECK: define spir_kernel void @kernel(ptr addrspace(1) %out) {
define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %array = alloca [4 x i32]
  call void @takes_variable(ptr %array)
  %element = getelementptr i32, ptr %array, i64 1
  call void @takes_element(i32 1, ptr %element)
  call void @takes_but_is_exported(ptr %array)
  call void @takes_but_is_noinline(ptr %array)
  call void @takes_but_calls_itself(ptr %array)
  call void @takes_but_is_stored(ptr %array)
  store ptr @takes_but_is_stored, ptr addrspace(1) %out
  call void @takes_but_is_passed_on(ptr %array)
  call void @calls(ptr @takes_but_is_passed_on)
  call void @gets_global(ptr addrspace(1) %out)
  %loaded = load i32, ptr %array
  call void @gets_number(i32 %loaded)
  %pointer = load ptr, ptr addrspace(1) %out
  call void @takes_variable_first(ptr %array)
  call void @takes_variable_first(ptr %pointer)
  call void @takes_variable_last(ptr %pointer)
  call void @takes_variable_last(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_and_is_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  call void @takes_but_is_too_large(ptr %array)
  ret void
}
; CHECK: attributes [[INLINE]] = { alwaysinline }
; CHECK: attributes [[NOINLINE]] = { noinline }
