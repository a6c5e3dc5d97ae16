; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-copy-by-words -S %s | FileCheck %s

; CHECK-LABEL: @words(
; CHECK-NEXT: [[F0:%.*]] = getelementptr i8, ptr addrspace(1) %from, i64 0
; CHECK-NEXT: [[A:%.*]] = load i32, ptr addrspace(1) [[F0]], align 4
; CHECK-NEXT: [[T0:%.*]] = getelementptr i8, ptr %to, i64 0
; CHECK-NEXT: store i32 [[A]], ptr [[T0]], align 4
; CHECK-NEXT: [[F4:%.*]] = getelementptr i8, ptr addrspace(1) %from, i64 4
; CHECK-NEXT: [[B:%.*]] = load i32, ptr addrspace(1) [[F4]], align 4
; CHECK-NEXT: [[T4:%.*]] = getelementptr i8, ptr %to, i64 4
; CHECK-NEXT: store i32 [[B]], ptr [[T4]], align 4
; CHECK-NEXT: ret void
define void @words(ptr %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %to, ptr addrspace(1) align 4 %from, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: @two_words_at_once(
; CHECK: [[A:%.*]] = load <2 x i32>, ptr %{{.*}}, align 8
; CHECK: store <2 x i32> [[A]], ptr %{{.*}}, align 8
; CHECK-NEXT: ret void
define void @two_words_at_once(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 8, i1 false)
  ret void
}

; 31 bytes: each unit is aligned to its own size, however much alignment there is.
; CHECK-LABEL: @smaller_units_at_the_end(
; CHECK-NEXT: getelementptr i8, ptr %from, i64 0
; CHECK-NEXT: load <4 x i32>, ptr %{{.*}}, align 16
; CHECK: store <4 x i32> %{{.*}}, align 16
; CHECK-NEXT: getelementptr i8, ptr %from, i64 16
; CHECK-NEXT: load <2 x i32>, ptr %{{.*}}, align 8
; CHECK: store <2 x i32> %{{.*}}, align 8
; CHECK-NEXT: getelementptr i8, ptr %from, i64 24
; CHECK-NEXT: load i32, ptr %{{.*}}, align 4
; CHECK: store i32 %{{.*}}, align 4
; CHECK-NEXT: getelementptr i8, ptr %from, i64 28
; CHECK-NEXT: load i16, ptr %{{.*}}, align 2
; CHECK: store i16 %{{.*}}, align 2
; CHECK-NEXT: getelementptr i8, ptr %from, i64 30
; CHECK-NEXT: load i8, ptr %{{.*}}, align 1
; CHECK: store i8 %{{.*}}, align 1
; CHECK-NEXT: ret void
define void @smaller_units_at_the_end(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 32 %to, ptr align 32 %from, i64 31, i1 false)
  ret void
}

; No unit is larger than 16 bytes.
; CHECK-LABEL: @sixteen_at_most(
; CHECK-COUNT-2: load <4 x i32>, ptr %{{.*}}, align 16
; CHECK: store <4 x i32>
; CHECK-NEXT: ret void
define void @sixteen_at_most(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 32 %to, ptr align 32 %from, i64 32, i1 false)
  ret void
}

; CHECK-LABEL: @source_less_aligned(
; CHECK-COUNT-4: load i16, ptr %{{.*}}, align 2
; CHECK: store i16
; CHECK-NEXT: ret void
define void @source_less_aligned(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 2 %from, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: @destination_less_aligned(
; CHECK-COUNT-2: load i8, ptr %{{.*}}, align 1
; CHECK: store i8
; CHECK-NEXT: ret void
define void @destination_less_aligned(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr align 8 %from, i64 2, i1 false)
  ret void
}

; CHECK-LABEL: @no_bytes(
; CHECK-NEXT: ret void
define void @no_bytes(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 0, i1 false)
  ret void
}

; CHECK-LABEL: @sixty_four_units(
; CHECK-NOT: @llvm.memcpy
; CHECK-COUNT-64: load i32, ptr %{{.*}}, align 4
; CHECK-NOT: load
; CHECK: ret void
define void @sixty_four_units(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 256, i1 false)
  ret void
}

; CHECK-LABEL: @too_many_units(
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 260, i1 false)
; CHECK-NEXT: ret void
define void @too_many_units(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 260, i1 false)
  ret void
}

; CHECK-LABEL: @volatile(
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 true)
; CHECK-NEXT: ret void
define void @volatile(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 true)
  ret void
}

; CHECK-LABEL: @size_unknown(
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 %size, i1 false)
; CHECK-NEXT: ret void
define void @size_unknown(ptr %to, ptr %from, i64 %size) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 %size, i1 false)
  ret void
}

; The sides of these may overlap.
; CHECK-LABEL: @move(
; CHECK-NEXT: call void @llvm.memmove.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
; CHECK-NEXT: ret void
define void @move(ptr %to, ptr %from) {
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
  ret void
}
