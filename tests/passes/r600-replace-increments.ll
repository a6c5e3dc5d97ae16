; RUN: clc-opt -mtriple=r600-unknown-unknown -mcpu=cypress -passes=r600-replace-increments -S %s | FileCheck %s

; CHECK-LABEL: @up(
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
define void @up(ptr addrspace(1) %p) {
  %old = atomicrmw uinc_wrap ptr addrspace(1) %p, i32 -1 seq_cst
  ret void
}

; CHECK-LABEL: @down(
; CHECK: atomicrmw sub ptr addrspace(3) %p, i32 1 monotonic
define void @down(ptr addrspace(3) %p) {
  %old = atomicrmw udec_wrap ptr addrspace(3) %p, i32 -1 monotonic
  ret void
}

; Limits that a sum does not wrap around at.
; CHECK-LABEL: @other_limits(
; CHECK: atomicrmw uinc_wrap ptr addrspace(1) %p, i32 7 seq_cst
; CHECK: atomicrmw udec_wrap ptr addrspace(1) %p, i32 7 seq_cst
; CHECK: atomicrmw uinc_wrap ptr addrspace(1) %p, i32 %limit seq_cst
define void @other_limits(ptr addrspace(1) %p, i32 %limit) {
  %a = atomicrmw uinc_wrap ptr addrspace(1) %p, i32 7 seq_cst
  %b = atomicrmw udec_wrap ptr addrspace(1) %p, i32 7 seq_cst
  %c = atomicrmw uinc_wrap ptr addrspace(1) %p, i32 %limit seq_cst
  ret void
}

; CHECK-LABEL: @other_operations(
; CHECK: atomicrmw xchg ptr addrspace(1) %p, i32 -1 seq_cst
; CHECK: atomicrmw and ptr addrspace(1) %p, i32 -1 seq_cst
; CHECK: store i32 -1, ptr addrspace(1) %p
define void @other_operations(ptr addrspace(1) %p) {
  %a = atomicrmw xchg ptr addrspace(1) %p, i32 -1 seq_cst
  %b = atomicrmw and ptr addrspace(1) %p, i32 -1 seq_cst
  store i32 -1, ptr addrspace(1) %p
  ret void
}
