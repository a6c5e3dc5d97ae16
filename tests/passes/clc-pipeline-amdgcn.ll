; RUN: clc-opt '-passes=clc-pipeline<amdgcn:gfx1100;3>' -S %s | FileCheck %s
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -passes=amdgpu-swap-bytes-by-halves -S %s | FileCheck --check-prefix=HALVES %s
; The pipeline's target chooses the chip and its features: for clc, gfx1100 has no registers of 16 bits.

; CHECK: call i64 @llvm.bswap.i64(
; HALVES: call <2 x i32> @llvm.bswap.v2i32(
target triple = "amdgcn-amd-amdhsa"

define protected amdgpu_kernel void @k(ptr addrspace(1) %p, i64 %x) {
  %swapped = call i64 @llvm.bswap.i64(i64 %x)
  store i64 %swapped, ptr addrspace(1) %p, align 8
  ret void
}
