; RUN: clc-opt -mtriple=spirv64 -passes=spirv-align-copies -S %s | FileCheck %s

; CHECK-LABEL: @from_less(
; CHECK-NEXT: call void @llvm.memcpy.p0.p1.i64(ptr align 2 %p, ptr addrspace(1) align 2 %q, i64 16, i1 false)
; CHECK-NEXT: ret void
define void @from_less(ptr %p, ptr addrspace(1) %q) {
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %p, ptr addrspace(1) align 2 %q, i64 16, i1 false)
  ret void
}

; CHECK-LABEL: @from_any(
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 1 %p, ptr align 1 %q, i64 16, i1 false)
; CHECK-NEXT: ret void
define void @from_any(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %p, ptr %q, i64 16, i1 false)
  ret void
}

; CHECK-LABEL: @to_less(
; CHECK-NEXT: call void @llvm.memmove.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 16, i1 true)
; CHECK-NEXT: ret void
define void @to_less(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %p, ptr align 8 %q, i64 16, i1 true)
  ret void
}

; CHECK-LABEL: @the_same(
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 16, i1 false)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 32, i1 false)
; CHECK-NEXT: ret void
define void @the_same(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 32, i1 false)
  ret void
}
