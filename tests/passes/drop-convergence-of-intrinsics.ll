; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=drop-convergence-of-intrinsics -S %s | FileCheck %s

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare float @llvm.fma.f32(float, float, float)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare i32 @own(i32) convergent
declare i32 @own_and_not_convergent(i32)

; CHECK-LABEL: @special_register(
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(){{$}}
define i32 @special_register() {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x() convergent
  ret i32 %n
}

; Every call, and other attributes stay.
; CHECK-LABEL: @two_calls(
; CHECK-NEXT: call float @llvm.fma.f32(float %x, float %x, float %x){{$}}
; CHECK-NEXT: call float @llvm.fma.f32(float %y, float %x, float %x) [[NOUNWIND:#[0-9]+]]
define float @two_calls(float %x) {
  %y = call float @llvm.fma.f32(float %x, float %x, float %x) convergent
  %z = call float @llvm.fma.f32(float %y, float %x, float %x) convergent nounwind
  ret float %z
}

; CHECK-LABEL: @barrier(
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) [[CONVERGENT:#[0-9]+]]
define void @barrier() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) convergent
  ret void
}

; CHECK-LABEL: @no_intrinsic(
; CHECK-NEXT: call i32 @own(i32 %x) [[CONVERGENT]]
define i32 @no_intrinsic(i32 %x) {
  %y = call i32 @own(i32 %x) convergent
  ret i32 %y
}

; CHECK-LABEL: @no_intrinsic_nor_convergent(
; CHECK-NEXT: call i32 @own_and_not_convergent(i32 %x) [[CONVERGENT]]
define i32 @no_intrinsic_nor_convergent(i32 %x) {
  %y = call i32 @own_and_not_convergent(i32 %x) convergent
  ret i32 %y
}

; CHECK-DAG: attributes [[NOUNWIND]] = { nounwind }
; CHECK-DAG: attributes [[CONVERGENT]] = { convergent }
