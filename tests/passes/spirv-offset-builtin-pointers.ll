; RUN: clc-opt -mtriple=spirv64 -passes=spirv-offset-builtin-pointers -S %s | FileCheck %s

@words = internal addrspace(3) global [8 x i32] undef
@word = internal addrspace(3) global i32 undef

declare spir_func float @_Z10vload_halfmPU3AS3KDh(i64, ptr addrspace(3))
declare spir_func void @_Z4copyPvS_m(ptr, ptr, i64)
declare spir_func void @_Z5applyPFvvE(ptr)
declare spir_func ptr addrspace(1) @_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPU3AS4Khi(ptr addrspace(4), i32)
declare spir_func ptr addrspace(1) @__spirv_GenericCastToPtrExplicit_ToGlobal(ptr addrspace(4), i32)
declare spir_func float @vload_half(i64, ptr addrspace(3))
declare void @function()

define spir_func float @_Z3ownPU3AS3KDh(ptr addrspace(3) %p) {
  ret float 0.0
}

; Global variables, be they arrays or not.
; CHECK-LABEL: @global_array(
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr addrspace(3) @words, i32 0
; CHECK-NEXT: call spir_func float @_Z10vload_halfmPU3AS3KDh(i64 1, ptr addrspace(3) [[P]])
define void @global_array() {
  %x = call spir_func float @_Z10vload_halfmPU3AS3KDh(i64 1, ptr addrspace(3) @words)
  ret void
}

; CHECK-LABEL: @global_number(
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr addrspace(3) @word, i32 0
; CHECK-NEXT: call spir_func float @_Z10vload_halfmPU3AS3KDh(i64 1, ptr addrspace(3) [[P]])
define void @global_number() {
  %x = call spir_func float @_Z10vload_halfmPU3AS3KDh(i64 1, ptr addrspace(3) @word)
  ret void
}

; Each argument that is an array.
; CHECK-LABEL: @private_arrays(
; CHECK: [[A:%.*]] = getelementptr inbounds i8, ptr %a, i32 0
; CHECK-NEXT: [[B:%.*]] = getelementptr inbounds i8, ptr %b, i32 0
; CHECK-NEXT: call spir_func void @_Z4copyPvS_m(ptr [[A]], ptr [[B]], i64 4)
define void @private_arrays() {
  %a = alloca [4 x i32]
  %b = alloca [2 x i64]
  call spir_func void @_Z4copyPvS_m(ptr %a, ptr %b, i64 4)
  ret void
}

; CHECK-LABEL: @private_array_and_number(
; CHECK: [[A:%.*]] = getelementptr inbounds i8, ptr %a, i32 0
; CHECK-NEXT: call spir_func void @_Z4copyPvS_m(ptr %b, ptr [[A]], i64 4)
define void @private_array_and_number() {
  %a = alloca [4 x i32]
  %b = alloca i32
  call spir_func void @_Z4copyPvS_m(ptr %b, ptr %a, i64 4)
  ret void
}

; CHECK-LABEL: @private_structure(
; CHECK-NEXT: %a = alloca { i32, i32 }
; CHECK-NEXT: call spir_func void @_Z4copyPvS_m(ptr %a, ptr %a, i64 4)
define void @private_structure() {
  %a = alloca { i32, i32 }
  call spir_func void @_Z4copyPvS_m(ptr %a, ptr %a, i64 4)
  ret void
}

; CHECK-LABEL: @pointer(
; CHECK-NEXT: call spir_func float @_Z10vload_halfmPU3AS3KDh(i64 1, ptr addrspace(3) %p)
define void @pointer(ptr addrspace(3) %p) {
  %x = call spir_func float @_Z10vload_halfmPU3AS3KDh(i64 1, ptr addrspace(3) %p)
  ret void
}

; CHECK-LABEL: @pointer_to_function(
; CHECK-NEXT: call spir_func void @_Z5applyPFvvE(ptr @function)
define void @pointer_to_function() {
  call spir_func void @_Z5applyPFvvE(ptr @function)
  ret void
}

; Every pointer that is asked where it points, but no number.
; CHECK-LABEL: @asks_where(
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr addrspace(4) %p, i32 0
; CHECK-NEXT: call spir_func ptr addrspace(1) @_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPU3AS4Khi(ptr addrspace(4) [[P]], i32 %i)
define void @asks_where(ptr addrspace(4) %p, i32 %i) {
  %x = call spir_func ptr addrspace(1) @_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPU3AS4Khi(ptr addrspace(4) %p, i32 %i)
  ret void
}

; Functions with a body, functions in C and pointers to functions are no builtins.
; CHECK-LABEL: @defined_function(
; CHECK-NEXT: call spir_func float @_Z3ownPU3AS3KDh(ptr addrspace(3) @words)
define void @defined_function() {
  %x = call spir_func float @_Z3ownPU3AS3KDh(ptr addrspace(3) @words)
  ret void
}

; CHECK-LABEL: @unmangled_function(
; CHECK-NEXT: call spir_func float @vload_half(i64 1, ptr addrspace(3) @words)
; CHECK-NEXT: call spir_func ptr addrspace(1) @__spirv_GenericCastToPtrExplicit_ToGlobal(ptr addrspace(4) %p, i32 5)
define void @unmangled_function(ptr addrspace(4) %p) {
  %x = call spir_func float @vload_half(i64 1, ptr addrspace(3) @words)
  %y = call spir_func ptr addrspace(1) @__spirv_GenericCastToPtrExplicit_ToGlobal(ptr addrspace(4) %p, i32 5)
  ret void
}

; CHECK-LABEL: @called_by_pointer(
; CHECK-NEXT: call spir_func float %f(i64 1, ptr addrspace(3) @words)
define void @called_by_pointer(ptr %f) {
  %x = call spir_func float %f(i64 1, ptr addrspace(3) @words)
  ret void
}

; CHECK-LABEL: @no_call(
; CHECK-NEXT: load i32, ptr addrspace(3) @words
define void @no_call() {
  %x = load i32, ptr addrspace(3) @words
  ret void
}
