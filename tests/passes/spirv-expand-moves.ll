; RUN: clc-opt -mtriple=spirv64 -passes=spirv-expand-moves -S %s | FileCheck %s

; Elements are as large as the alignment and the length permit.
; CHECK-LABEL: @known_length(
; CHECK-NEXT: [[A:%.*]] = load i16, ptr %q, align 2
; CHECK-NEXT: [[FROM:%.*]] = getelementptr inbounds i8, ptr %q, i64 2
; CHECK-NEXT: [[B:%.*]] = load i16, ptr [[FROM]], align 2
; CHECK-NEXT: [[FROM2:%.*]] = getelementptr inbounds i8, ptr %q, i64 4
; CHECK-NEXT: [[C:%.*]] = load i16, ptr [[FROM2]], align 2
; CHECK-NEXT: store i16 [[A]], ptr %p, align 2
; CHECK-NEXT: [[TO:%.*]] = getelementptr inbounds i8, ptr %p, i64 2
; CHECK-NEXT: store i16 [[B]], ptr [[TO]], align 2
; CHECK-NEXT: [[TO2:%.*]] = getelementptr inbounds i8, ptr %p, i64 4
; CHECK-NEXT: store i16 [[C]], ptr [[TO2]], align 2
; CHECK-NEXT: ret void
define void @known_length(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %p, ptr align 4 %q, i64 6, i1 false)
  ret void
}

; CHECK-LABEL: @largest_elements(
; CHECK-NEXT: load volatile i64, ptr addrspace(3) %q, align 8
; CHECK: store volatile i64 {{.*}}, ptr addrspace(3) %p, align 8
; CHECK: store volatile i64
; CHECK-NEXT: ret void
define void @largest_elements(ptr addrspace(3) %p, ptr addrspace(3) %q) {
  call void @llvm.memmove.p3.p3.i64(ptr addrspace(3) align 16 %p, ptr addrspace(3) align 16 %q, i64 16, i1 true)
  ret void
}

; CHECK-LABEL: @no_length(
; CHECK-NEXT: ret void
define void @no_length(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 0, i1 false)
  ret void
}

; CHECK-LABEL: @many_elements(
; CHECK-NOT: memmove
; CHECK: icmp ult ptr %q, %p
; CHECK: phi i64
; CHECK: ret void
define void @many_elements(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 65, i1 false)
  ret void
}

; CHECK-LABEL: @unknown_length(
; CHECK-NOT: memmove
; CHECK: icmp ult ptr addrspace(1) %q, %p
; CHECK: phi i64
; CHECK: ret void
define void @unknown_length(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, i1 false)
  ret void
}

; CHECK-LABEL: @generic_target(
; CHECK-NOT: memmove
; CHECK: [[Q:%.*]] = addrspacecast ptr addrspace(1) %q to ptr addrspace(4)
; CHECK: icmp ult ptr addrspace(4) [[Q]], %p
; CHECK: phi i64
; CHECK: ret void
define void @generic_target(ptr addrspace(4) %p, ptr addrspace(1) %q, i64 %n) {
  call void @llvm.memmove.p4.p1.i64(ptr addrspace(4) %p, ptr addrspace(1) %q, i64 %n, i1 false)
  ret void
}

; CHECK-LABEL: @generic_source(
; CHECK-NOT: memmove
; CHECK: [[P:%.*]] = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
; CHECK: icmp ult ptr addrspace(4) %q, [[P]]
; CHECK: ret void
define void @generic_source(ptr addrspace(3) %p, ptr addrspace(4) %q, i64 %n) {
  call void @llvm.memmove.p3.p4.i64(ptr addrspace(3) %p, ptr addrspace(4) %q, i64 %n, i1 false)
  ret void
}

; These have no bytes in common.
; CHECK-LABEL: @apart(
; CHECK-NEXT: memmove.p1.p3
; CHECK-NEXT: memmove.p4.p2
; CHECK-NEXT: ret void
define void @apart(ptr addrspace(1) %p, ptr addrspace(3) %q, ptr addrspace(4) %r, ptr addrspace(2) %s, i64 %n) {
  call void @llvm.memmove.p1.p3.i64(ptr addrspace(1) %p, ptr addrspace(3) %q, i64 %n, i1 false)
  call void @llvm.memmove.p4.p2.i64(ptr addrspace(4) %r, ptr addrspace(2) %s, i64 %n, i1 false)
  ret void
}

; CHECK-LABEL: @other_copy(
; CHECK-NEXT: call void @llvm.memcpy
; CHECK-NEXT: ret void
define void @other_copy(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 6, i1 false)
  ret void
}
