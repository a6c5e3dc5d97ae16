; RUN: clc-opt -mtriple=spirv64 -passes=spirv-copy-fills -S %s | FileCheck %s

; One array for each byte and length.
; CHECK: [[ZEROS:@[0-9]+]] = private addrspace(2) constant [32 x i8] zeroinitializer
; CHECK-NEXT: [[ONES:@[0-9]+]] = private addrspace(2) constant [4 x i8] c"\01\01\01\01"
; CHECK-NEXT: [[FEWER_ZEROS:@[0-9]+]] = private addrspace(2) constant [4 x i8] zeroinitializer
; CHECK-NOT: private

; CHECK-LABEL: @zeros(
; CHECK-NEXT: call void @llvm.memcpy.p0.p2.i64(ptr align 16 %p, ptr addrspace(2) [[ZEROS]], i64 32, i1 false)
; CHECK-NEXT: ret void
define void @zeros(ptr %p) {
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 0, i64 32, i1 false)
  ret void
}

; CHECK-LABEL: @ones(
; CHECK-NEXT: call void @llvm.memcpy.p1.p2.i64(ptr addrspace(1) align 2 %p, ptr addrspace(2) [[ONES]], i64 4, i1 false)
; CHECK-NEXT: ret void
define void @ones(ptr addrspace(1) %p) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 2 %p, i8 1, i64 4, i1 false)
  ret void
}

; CHECK-LABEL: @as_many_zeros(
; CHECK-NEXT: call void @llvm.memcpy.p0.p2.i64(ptr %p, ptr addrspace(2) [[ZEROS]], i64 32, i1 false)
; CHECK-NEXT: ret void
define void @as_many_zeros(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 32, i1 false)
  ret void
}

; Both the byte and the length make the array.
; CHECK-LABEL: @fewer_zeros(
; CHECK-NEXT: call void @llvm.memcpy.p0.p2.i64(ptr %p, ptr addrspace(2) [[FEWER_ZEROS]], i64 4, i1 false)
; CHECK-NEXT: ret void
define void @fewer_zeros(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret void
}

; CHECK-LABEL: @volatile_and_short_length(
; CHECK-NEXT: call void @llvm.memcpy.p0.p2.i32(ptr %p, ptr addrspace(2) [[ONES]], i32 4, i1 true)
; CHECK-NEXT: ret void
define void @volatile_and_short_length(ptr %p) {
  call void @llvm.memset.p0.i32(ptr %p, i8 1, i32 4, i1 true)
  ret void
}

; CHECK-LABEL: @nothing(
; CHECK-NEXT: ret void
define void @nothing(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 0, i1 false)
  ret void
}

; The backend makes loops of these.
; CHECK-LABEL: @unknown_byte(
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr %p, i8 %byte, i64 32, i1 false)
; CHECK-NEXT: ret void
define void @unknown_byte(ptr %p, i8 %byte) {
  call void @llvm.memset.p0.i64(ptr %p, i8 %byte, i64 32, i1 false)
  ret void
}

; CHECK-LABEL: @unknown_length(
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %bytes, i1 false)
; CHECK-NEXT: ret void
define void @unknown_length(ptr %p, i64 %bytes) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %bytes, i1 false)
  ret void
}

; CHECK-LABEL: @no_fill(
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 32, i1 false)
; CHECK-NEXT: store i8 0, ptr %p
; CHECK-NEXT: ret void
define void @no_fill(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 32, i1 false)
  store i8 0, ptr %p
  ret void
}
