; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=define-partial-vectors -S %s | FileCheck %s
; RUN: clc-opt '-passes=clc-pipeline<r600:cypress;0>' -debug-pass-manager -disable-output %s 2>&1 | FileCheck %s --check-prefix R600
; R600: Running pass: {{.*}}DefinePartialVectors

; CHECK-LABEL: @partly(
; CHECK-NEXT: %v = alloca <4 x float>
; CHECK-NEXT: store <4 x float> zeroinitializer, ptr %v
; CHECK-NEXT: %old = load
define <4 x float> @partly(float %x) {
  %v = alloca <4 x float>, align 16
  %old = load <4 x float>, ptr %v, align 16
  %new = insertelement <4 x float> %old, float %x, i64 0
  store <4 x float> %new, ptr %v, align 16
  %all = load <4 x float>, ptr %v, align 16
  ret <4 x float> %all
}

; Where it begins anew.
; CHECK-LABEL: @in_a_loop(
; CHECK-NEXT: %v = alloca <4 x float>
; CHECK-NEXT: br label
; CHECK: lifetime.start
; CHECK-NEXT: store <4 x float> zeroinitializer, ptr %v
define void @in_a_loop(ptr %out, i1 %more) {
  %v = alloca <4 x float>, align 16
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(ptr %v)
  %old = load <4 x float>, ptr %v, align 16
  %new = shufflevector <4 x float> %old, <4 x float> splat (float 1.0), <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  store <4 x float> %new, ptr %v, align 16
  %all = load <4 x float>, ptr %v, align 16
  store <4 x float> %all, ptr %out, align 16
  call void @llvm.lifetime.end.p0(ptr %v)
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Clang's vectors of three elements, and one that another function can write to.
; CHECK-LABEL: @three(
; CHECK-NEXT: %v = alloca <3 x float>
; CHECK-NEXT: store <4 x float> zeroinitializer, ptr %v, align 16
; CHECK-NEXT: %old = load
define void @three(float %x) {
  %v = alloca <3 x float>, align 16
  %old = load <4 x float>, ptr %v, align 16
  %three = shufflevector <4 x float> %old, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %new = insertelement <3 x float> %three, float %x, i64 0
  %four = shufflevector <3 x float> %new, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x float> %four, ptr %v, align 16
  call void @other(ptr %v)
  ret void
}
declare void @other(ptr)

; CHECK-LABEL: @swizzled_read(
; CHECK-NOT: zeroinitializer
define <2 x float> @swizzled_read(i1 %is, ptr %p) {
  %v = alloca <4 x float>, align 16
  br i1 %is, label %set, label %read
set:
  store <4 x float> splat (float 1.0), ptr %v, align 16
  br label %read
read:
  %all = load <4 x float>, ptr %v, align 16
  %two = shufflevector <4 x float> %all, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  store <2 x float> %two, ptr %p, align 8
  ret <2 x float> %two
}

; All of it has a value before; or an element is only read.
; CHECK-LABEL: @wholly(
; CHECK-NOT: zeroinitializer
define <4 x float> @wholly(<4 x float> %x, i1 %is) {
  %v = alloca <4 x float>, align 16
  %w = alloca <4 x float>, align 16
  store <4 x float> %x, ptr %v, align 16
  %old = load <4 x float>, ptr %v, align 16
  %new = insertelement <4 x float> %old, float 1.0, i64 0
  store <4 x float> %new, ptr %v, align 16
  br i1 %is, label %set, label %end
set:
  store <4 x float> %x, ptr %w, align 16
  br label %end
end:
  %all = load <4 x float>, ptr %w, align 16
  ret <4 x float> %all
}
