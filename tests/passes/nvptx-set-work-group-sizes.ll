; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-set-work-group-sizes -S %s | FileCheck %s

; CHECK: define ptx_kernel void @three_sizes() [[THREE:#[0-9]+]] !reqd_work_group_size
define ptx_kernel void @three_sizes() !reqd_work_group_size !0 {
  ret void
}

; CHECK: define ptx_kernel void @other_sizes() [[OTHER:#[0-9]+]] !reqd_work_group_size
define ptx_kernel void @other_sizes() !reqd_work_group_size !1 {
  ret void
}

; CHECK: define ptx_kernel void @one_size() [[ONE:#[0-9]+]] !reqd_work_group_size
define ptx_kernel void @one_size() !reqd_work_group_size !2 {
  ret void
}

; CHECK: define ptx_kernel void @any_size() {
define ptx_kernel void @any_size() {
  ret void
}

; A hint is no demand.
; CHECK: define ptx_kernel void @only_a_hint() !work_group_size_hint
define ptx_kernel void @only_a_hint() !work_group_size_hint !0 {
  ret void
}

; CHECK: define void @no_kernel() !reqd_work_group_size
define void @no_kernel() !reqd_work_group_size !0 {
  ret void
}

; CHECK: attributes [[THREE]] = { "nvvm.reqntid"="64,1,1" }
; CHECK: attributes [[OTHER]] = { "nvvm.reqntid"="8,16,2" }
; CHECK: attributes [[ONE]] = { "nvvm.reqntid"="32" }

!0 = !{i32 64, i32 1, i32 1}
!1 = !{i32 8, i32 16, i32 2}
!2 = !{i32 32}
