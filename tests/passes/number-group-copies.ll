; RUN: clc-opt -passes=number-group-copies -S %s | FileCheck %s

target triple = "nvptx64-nvidia-nvcl"

@tile = internal addrspace(3) global [64 x float] poison, align 4

; CHECK-NOT: @clc_group_copies
declare ptr @clc_group_copies()
; CHECK-NOT: @clc_required_items
declare i32 @clc_required_items()

; One variable for all calls of a kernel, also by functions that ask not to be inlined.
; CHECK-LABEL: @kernel(
; CHECK-NEXT: %copies = alloca [4 x i32], align 4
; CHECK-NEXT: store [4 x i32] zeroinitializer, ptr %copies, align 4
; CHECK-NEXT: store i32 1, ptr %copies, align 4
; CHECK-NEXT: store i32 2, ptr %copies, align 4
; CHECK-NEXT: store i32 0, ptr %p, align 4
; CHECK-NEXT: ret void
define ptx_kernel void @kernel(ptr %p) {
  %a = call ptr @clc_group_copies()
  store i32 1, ptr %a
  call void @copy()
  %size = call i32 @clc_required_items()
  store i32 %size, ptr %p
  ret void
}

; CHECK-NOT: @copy
define internal void @copy() noinline optnone {
  %a = call ptr @clc_group_copies()
  store i32 2, ptr %a
  ret void
}

; A group has the required size on NVIDIA's GPUs.
; CHECK-LABEL: @required(
; CHECK-NEXT: ret i32 128
define i32 @required() "nvvm.reqntid"="64,1,2" !reqd_work_group_size !{i32 64, i32 1, i32 2} {
  %items = call i32 @clc_required_items()
  ret i32 %items
}

; On AMD's where the program says that all groups are whole.
; CHECK-LABEL: @uniform(
; CHECK-NEXT: ret i32 128
define i32 @uniform() "uniform-work-group-size"="true" !reqd_work_group_size !{i32 64, i32 1, i32 2} {
  %items = call i32 @clc_required_items()
  ret i32 %items
}

; CHECK-LABEL: @some_smaller(
; CHECK-NEXT: ret i32 0
define i32 @some_smaller() "uniform-work-group-size"="false" !reqd_work_group_size !{i32 64, i32 1, i32 2} {
  %items = call i32 @clc_required_items()
  ret i32 %items
}

; Kernels that load to local memory by the library's function are marked.
; CHECK: define void @loading(ptr addrspace(1) %p) #[[MARKED:[0-9]+]] {
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
define void @loading(ptr addrspace(1) %p) {
  call void @copy_unit(ptr addrspace(1) %p)
  ret void
}
define internal void @copy_unit(ptr addrspace(1) %p) alwaysinline {
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %p, ptr addrspace(3) @tile, i32 4, i32 0, i32 0)
  ret void
}
; CHECK: attributes #[[MARKED]] = { "clc-waits-for-copies" }

; A program that does so by itself leaves the waits to LLVM.
; RUN: sed 's/@copy_unit/@own/' %s > %t.2.ll
; RUN: clc-opt -passes=number-group-copies -S %t.2.ll | FileCheck --check-prefix=OWN %s
; OWN: call void @llvm.amdgcn.global.load.lds
; OWN-NOT: clc-waits-for-copies
