; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a '-passes=lower-cooperative-matrices<amdgcn:gfx90a>' -S %s | FileCheck %s

; What a matrix of 4 by 4 lacks of 16 by 16 is zero, and LLVM may take a program that divides by zero for any other.
; CHECK-LABEL: @quotient(
; CHECK: %[[LEFT:.*]] = load <4 x i32>
; CHECK: %[[RIGHT:.*]] = load <4 x i32>
; CHECK: %[[ZERO:.*]] = icmp eq <4 x i32> %[[RIGHT]], zeroinitializer
; CHECK: %[[LEAST:.*]] = icmp eq <4 x i32> %[[LEFT]], splat (i32 -2147483648)
; CHECK: %[[MINUS:.*]] = icmp eq <4 x i32> %[[RIGHT]], splat (i32 -1)
; CHECK: %[[BOTH:.*]] = and <4 x i1> %[[LEAST]], %[[MINUS]]
; CHECK: %[[ANY:.*]] = or <4 x i1> %[[ZERO]], %[[BOTH]]
; CHECK: %[[DIVISOR:.*]] = select <4 x i1> %[[ANY]], <4 x i32> splat (i32 1), <4 x i32> %[[RIGHT]]
; CHECK: sdiv <4 x i32> %[[LEFT]], %[[DIVISOR]]
define void @quotient(ptr addrspace(1) %a) {
  %l = call i32 @_Z13coop_mat_loadPU3AS1Ki20coop_matrix_layout_tm(ptr addrspace(1) %a, i32 0, i64 4)
  %l1 = insertelement <2199 x i32> poison, i32 %l, i64 0
  %l2 = shufflevector <2199 x i32> %l1, <2199 x i32> poison, <2199 x i32> zeroinitializer
  %r = call i32 @_Z13coop_mat_loadPU3AS1Ki20coop_matrix_layout_tm(ptr addrspace(1) %a, i32 1, i64 4)
  %r1 = insertelement <2199 x i32> poison, i32 %r, i64 0
  %r2 = shufflevector <2199 x i32> %r1, <2199 x i32> poison, <2199 x i32> zeroinitializer
  %q = sdiv <2199 x i32> %l2, %r2
  call void @_Z14coop_mat_storePU3AS1iDv2199_iim(ptr addrspace(1) %a, <2199 x i32> %q, i32 0, i64 4)
  ret void
}

declare i32 @_Z13coop_mat_loadPU3AS1Ki20coop_matrix_layout_tm(ptr addrspace(1), i32, i64)
declare void @_Z14coop_mat_storePU3AS1iDv2199_iim(ptr addrspace(1), <2199 x i32>, i32, i64)

!clc.matrices = !{}
