; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-protect-kernels -S %s | FileCheck %s

; CHECK: define protected amdgpu_kernel void @kernel()
define amdgpu_kernel void @kernel() {
  ret void
}

; CHECK: define void @function()
define void @function() {
  ret void
}
