; RUN: clc-opt -mtriple=nvptx64-nvidia-cuda -passes=nvptx-move-local-memory,verify -S %s | FileCheck %s

; CHECK-DAG: @clc_dynamic_local = external addrspace(3) global [0 x i8], align 128
; CHECK-DAG: @few = internal addrspace(3) global
; CHECK-DAG: @just = internal addrspace(3) global
; CHECK-NOT: @{{many|shared|one}} =
@few = internal addrspace(3) global [16 x float] poison, align 4
@just = internal addrspace(3) global [49152 x i8] poison, align 16
@many = internal addrspace(3) global [49152 x i8] poison, align 16
@one = internal addrspace(3) global [1 x i8] poison, align 1
@shared = internal addrspace(3) global [100 x i8] poison, align 4

; CHECK-LABEL: define ptx_kernel void @small()
; CHECK-NOT: #
; CHECK: store float 0.000000e+00, ptr addrspace(3) @few
define ptx_kernel void @small() {
  store float 0.0, ptr addrspace(3) @few
  ret void
}

; CHECK-LABEL: define ptx_kernel void @most()
; CHECK-NOT: #
; CHECK: store i8 0, ptr addrspace(3) @just
define ptx_kernel void @most() {
  store i8 0, ptr addrspace(3) @just
  ret void
}

; CHECK-LABEL: define ptx_kernel void @large()
; CHECK-SAME: [[LARGE:#[0-9]+]]
; CHECK: store i8 0, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @clc_dynamic_local, i32 112)
; CHECK-NEXT: store i8 0, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @clc_dynamic_local, i32 49264)
; CHECK-NEXT: store i8 0, ptr addrspace(3) getelementptr
; CHECK-NEXT: store i8 0, ptr addrspace(3) @clc_dynamic_local
define ptx_kernel void @large() {
  store i8 0, ptr addrspace(3) @many
  store i8 0, ptr addrspace(3) @one
  store i8 0, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @many, i64 8)
  store i8 0, ptr addrspace(3) @shared
  ret void
}

; CHECK-LABEL: define ptx_kernel void @shares()
; CHECK-SAME: [[SHARES:#[0-9]+]]
; CHECK: store i8 0, ptr addrspace(3) @clc_dynamic_local
; CHECK-NEXT: store float 0.000000e+00, ptr addrspace(3) @few
define ptx_kernel void @shares() {
  store i8 0, ptr addrspace(3) @shared
  store float 0.0, ptr addrspace(3) @few
  ret void
}

; CHECK-DAG: attributes [[LARGE]] = { "clc-dynamic-local-bytes"="49265" }
; CHECK-DAG: attributes [[SHARES]] = { "clc-dynamic-local-bytes"="100" }
