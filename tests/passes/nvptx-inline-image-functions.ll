; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-inline-image-functions -S %s | FileCheck %s
; RUN: echo "define void @alone() noinline optnone { ret void }" > %t.ll
; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-inline-image-functions -S %t.ll | FileCheck --check-prefix=WITHOUT %s
; WITHOUT: define void @alone() [[A:#[0-9]+]]
; WITHOUT: attributes [[A]] = { noinline optnone }

declare i64 @clc.image(ptr addrspace(1))
declare i64 @clc.sampler(ptr addrspace(2))
declare i64 @clc.other(ptr addrspace(1))

; CHECK: define i64 @uses_image(ptr addrspace(1) %image) [[INLINED:#[0-9]+]] {
define i64 @uses_image(ptr addrspace(1) %image) noinline optnone {
  %h = call i64 @clc.image(ptr addrspace(1) %image)
  ret i64 %h
}

; CHECK: define i64 @uses_sampler(ptr addrspace(2) %sampler) [[INLINED]] {
define i64 @uses_sampler(ptr addrspace(2) %sampler) noinline optnone {
  %h = call i64 @clc.sampler(ptr addrspace(2) %sampler)
  ret i64 %h
}

; CHECK: define i64 @calls_one_that_does(ptr addrspace(1) %image) [[INLINED]] {
define i64 @calls_one_that_does(ptr addrspace(1) %image) noinline optnone {
  %h = call i64 @uses_image(ptr addrspace(1) %image)
  ret i64 %h
}

; CHECK: define i64 @uses_twice(ptr addrspace(1) %image, ptr addrspace(2) %sampler) [[INLINED]] {
define i64 @uses_twice(ptr addrspace(1) %image, ptr addrspace(2) %sampler) noinline optnone {
  %h = call i64 @clc.image(ptr addrspace(1) %image)
  %i = call i64 @clc.image(ptr addrspace(1) %image)
  %j = call i64 @uses_sampler(ptr addrspace(2) %sampler)
  ret i64 %j
}

; Inlining would not end, but neither does this pass.
; CHECK: define i64 @recursive(ptr addrspace(1) %image) [[INLINED]] {
define i64 @recursive(ptr addrspace(1) %image) noinline optnone {
  %h = call i64 @clc.image(ptr addrspace(1) %image)
  %i = call i64 @recursive(ptr addrspace(1) %image)
  ret i64 %i
}

; Kernels are where these functions go, which optnone would forbid.
; CHECK: define ptx_kernel void @kernel(ptr addrspace(1) %image) [[KERNEL:#[0-9]+]] {
define ptx_kernel void @kernel(ptr addrspace(1) %image) noinline optnone {
  %h = call i64 @uses_image(ptr addrspace(1) %image)
  ret void
}

; What calls a kernel has no images to hand on.
; CHECK: define void @calls_kernel(ptr addrspace(1) %image) [[AS_IT_WAS:#[0-9]+]] {
define void @calls_kernel(ptr addrspace(1) %image) noinline optnone {
  call ptx_kernel void @kernel(ptr addrspace(1) %image)
  ret void
}

; CHECK: define i64 @no_image(ptr addrspace(1) %image) [[AS_IT_WAS]] {
define i64 @no_image(ptr addrspace(1) %image) noinline optnone {
  %h = call i64 @clc.other(ptr addrspace(1) %image)
  ret i64 %h
}

; CHECK: define void @no_call(ptr %out) [[AS_IT_WAS]] {
define void @no_call(ptr %out) noinline optnone {
  store ptr @uses_image, ptr %out
  ret void
}

; CHECK-DAG: attributes [[INLINED]] = { alwaysinline }
; CHECK-DAG: attributes [[KERNEL]] = { noinline }
; CHECK-DAG: attributes [[AS_IT_WAS]] = { noinline optnone }
