; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes='nvptx-limit-registers<32>' -S %s | FileCheck %s
; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes='clc-pipeline<nvptx:sm_90;3;-cl-nv-maxrregcount=40>' -S %s | FileCheck %s --check-prefix=PIPELINE

; CHECK: define ptx_kernel void @kernel() [[LIMITED:#[0-9]+]]
; PIPELINE: define {{.*}} @kernel() {{.*}}[[LIMITED:#[0-9]+]]
define ptx_kernel void @kernel() {
  ret void
}

; CHECK: define void @no_kernel() {
define void @no_kernel() {
  ret void
}

; CHECK: attributes [[LIMITED]] = { "nvvm.maxnreg"="32" }
; PIPELINE: attributes [[LIMITED]] = { {{.*}}"nvvm.maxnreg"="40"{{.*}} }
