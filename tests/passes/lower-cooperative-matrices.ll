; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_80 '-passes=lower-cooperative-matrices<nvptx:sm_80>' -S %s | FileCheck %s
; RUN: clc-opt -mtriple=spirv64 '-passes=lower-cooperative-matrices<spirv64:1.2>' -S %s | FileCheck %s --check-prefix=SPIRV

; A function that takes a matrix is inlined, and no vector of a matrix is left.
; CHECK-NOT: x 2089 x
; CHECK-NOT: x 2217 x
; CHECK: define {{.*}} @product(
; CHECK: alloca <8 x float>
; CHECK: load half, ptr addrspace(1)
; CHECK: call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
; CHECK: call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-COUNT-8: store float %{{.*}}, ptr addrspace(1)
; CHECK: ret void

; Without sub-groups in the program, the work-group is one.
; SPIRV: alloca [256 x float]
; SPIRV: call spir_func i64 @_Z12get_local_idj(i32 2)
; SPIRV: call spir_func void @_Z7barrierj(i32 3)
define internal spir_func <2217 x float> @twice(<2217 x float> %m) {
  %sum = fadd <2217 x float> %m, %m
  ret <2217 x float> %sum
}

define void @product(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) {
  %m = alloca <2217 x float>
  %x = call half @_Z13coop_mat_loadPU3AS1KDh20coop_matrix_layout_tm(ptr addrspace(1) %a, i32 0, i64 16)
  %x1 = insertelement <2089 x half> poison, half %x, i64 0
  %x2 = shufflevector <2089 x half> %x1, <2089 x half> poison, <2089 x i32> zeroinitializer
  %y = call half @_Z13coop_mat_loadPU3AS1KDh20coop_matrix_layout_tm(ptr addrspace(1) %b, i32 1, i64 16)
  %y1 = insertelement <2153 x half> poison, half %y, i64 0
  %y2 = shufflevector <2153 x half> %y1, <2153 x half> poison, <2153 x i32> zeroinitializer
  store <2217 x float> zeroinitializer, ptr %m
  %z = load <2217 x float>, ptr %m
  %p = call <2217 x float> @_Z15coop_mat_mulAddDv2089_DhDv2153_DhDv2217_f(<2089 x half> %x2, <2153 x half> %y2, <2217 x float> %z)
  %t = call spir_func <2217 x float> @twice(<2217 x float> %p)
  call void @_Z14coop_mat_storePU3AS1fDv2217_fim(ptr addrspace(1) %c, <2217 x float> %t, i32 0, i64 16)
  ret void
}

declare half @_Z13coop_mat_loadPU3AS1KDh20coop_matrix_layout_tm(ptr addrspace(1), i32, i64)
declare <2217 x float> @_Z15coop_mat_mulAddDv2089_DhDv2153_DhDv2217_f(<2089 x half>, <2153 x half>, <2217 x float>)
declare void @_Z14coop_mat_storePU3AS1fDv2217_fim(ptr addrspace(1), <2217 x float>, i32, i64)

!clc.matrices = !{}
