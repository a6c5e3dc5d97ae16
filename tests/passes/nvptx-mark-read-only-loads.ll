; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-mark-read-only-loads -S %s | FileCheck %s

; CHECK-LABEL: @reads(
; CHECK-NEXT: load float, ptr addrspace(1) %p, align 4, !invariant.load [[NOTHING:![0-9]+]]
define ptx_kernel void @reads(ptr addrspace(1) noalias readonly %p) {
  %x = load float, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK-LABEL: @reads_an_element(
; CHECK: load float, ptr addrspace(1) %e, align 4, !invariant.load
define ptx_kernel void @reads_an_element(ptr addrspace(1) noalias readonly %p, i64 %i) {
  %e = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %e, align 4
  ret void
}

; CHECK-LABEL: @argument_is_not_accessed(
; CHECK: load float, ptr addrspace(1) %p, align 4, !invariant.load
define ptx_kernel void @argument_is_not_accessed(ptr addrspace(1) noalias readnone %p) {
  %x = load float, ptr addrspace(1) %p, align 4
  ret void
}

; More steps than LLVM goes.
; CHECK-LABEL: @after_twelve_steps(
; CHECK: load float, ptr addrspace(1) %e12, align 4, !invariant.load
define ptx_kernel void @after_twelve_steps(ptr addrspace(1) noalias readonly %p, i64 %i) {
  %e1 = getelementptr float, ptr addrspace(1) %p, i64 %i
  %e2 = getelementptr float, ptr addrspace(1) %e1, i64 %i
  %e3 = getelementptr float, ptr addrspace(1) %e2, i64 %i
  %e4 = getelementptr float, ptr addrspace(1) %e3, i64 %i
  %e5 = getelementptr float, ptr addrspace(1) %e4, i64 %i
  %e6 = getelementptr float, ptr addrspace(1) %e5, i64 %i
  %e7 = getelementptr float, ptr addrspace(1) %e6, i64 %i
  %e8 = getelementptr float, ptr addrspace(1) %e7, i64 %i
  %e9 = getelementptr float, ptr addrspace(1) %e8, i64 %i
  %e10 = getelementptr float, ptr addrspace(1) %e9, i64 %i
  %e11 = getelementptr float, ptr addrspace(1) %e10, i64 %i
  %e12 = getelementptr float, ptr addrspace(1) %e11, i64 %i
  %x = load float, ptr addrspace(1) %e12, align 4
  ret void
}

; CHECK-LABEL: @one_of_two(
; CHECK: load float, ptr addrspace(1) %r, align 4, !invariant.load
define ptx_kernel void @one_of_two(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias readonly %q, i1 %c) {
  %r = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q
  %x = load float, ptr addrspace(1) %r, align 4
  ret void
}

; CHECK-LABEL: @one_of_two_is_written(
; CHECK: load float, ptr addrspace(1) %r, align 4{{$}}
define ptx_kernel void @one_of_two_is_written(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias %q, i1 %c) {
  %r = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q
  %x = load float, ptr addrspace(1) %r, align 4
  ret void
}

; CHECK-LABEL: @no_kernel(
; CHECK-NEXT: load float, ptr addrspace(1) %p, align 4{{$}}
define void @no_kernel(ptr addrspace(1) noalias readonly %p) {
  %x = load float, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK-LABEL: @has_aliases(
; CHECK-NEXT: load float, ptr addrspace(1) %p, align 4{{$}}
define ptx_kernel void @has_aliases(ptr addrspace(1) readonly %p) {
  %x = load float, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK-LABEL: @is_written(
; CHECK-NEXT: load float, ptr addrspace(1) %p, align 4{{$}}
define ptx_kernel void @is_written(ptr addrspace(1) noalias %p) {
  %x = load float, ptr addrspace(1) %p, align 4
  store float 1.0, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK-LABEL: @is_volatile(
; CHECK-NEXT: load volatile float, ptr addrspace(1) %p, align 4{{$}}
define ptx_kernel void @is_volatile(ptr addrspace(1) noalias readonly %p) {
  %x = load volatile float, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK-LABEL: @is_atomic(
; CHECK-NEXT: load atomic i32, ptr addrspace(1) %p monotonic, align 4{{$}}
define ptx_kernel void @is_atomic(ptr addrspace(1) noalias readonly %p) {
  %x = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  ret void
}

; CHECK-LABEL: @local_memory(
; CHECK-NEXT: load float, ptr addrspace(3) %p, align 4{{$}}
define ptx_kernel void @local_memory(ptr addrspace(3) noalias readonly %p) {
  %x = load float, ptr addrspace(3) %p, align 4
  ret void
}

; CHECK-LABEL: @any_memory(
; CHECK-NEXT: load float, ptr %p, align 4{{$}}
define ptx_kernel void @any_memory(ptr noalias readonly %p) {
  %x = load float, ptr %p, align 4
  ret void
}

@table = addrspace(1) global [4 x float] zeroinitializer

; CHECK-LABEL: @no_argument(
; CHECK: load float, ptr addrspace(1) %e, align 4{{$}}
define ptx_kernel void @no_argument(i64 %i) {
  %e = getelementptr float, ptr addrspace(1) @table, i64 %i
  %x = load float, ptr addrspace(1) %e, align 4
  ret void
}

; Another load's result, from a buffer of pointers.
; CHECK-LABEL: @pointer_in_memory(
; CHECK: load ptr addrspace(1), ptr addrspace(1) %p, align 8, !invariant.load
; CHECK-NEXT: load float, ptr addrspace(1) %q, align 4{{$}}
define ptx_kernel void @pointer_in_memory(ptr addrspace(1) noalias readonly %p) {
  %q = load ptr addrspace(1), ptr addrspace(1) %p, align 8
  %x = load float, ptr addrspace(1) %q, align 4
  ret void
}

; Stores have no such mark.
; CHECK-LABEL: @no_load(
; CHECK-NEXT: store float 1.000000e+00, ptr addrspace(1) %p, align 4{{$}}
define ptx_kernel void @no_load(ptr addrspace(1) noalias %p) {
  store float 1.0, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK: [[NOTHING]] = !{}
