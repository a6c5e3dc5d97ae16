; More constants than constant memory holds are in global memory.
; RUN: clc-opt -mtriple=nvptx64-nvidia-cuda -passes=nvptx-pass-cuda-parameters,verify -S %s | FileCheck %s

; CHECK-NOT: addrspace(4)
; CHECK-DAG: @large.in_global = internal addrspace(1) constant [65533 x i8]
; CHECK-DAG: @small.in_global = internal addrspace(1) constant i32 7
@large = internal addrspace(4) constant [65533 x i8] zeroinitializer
@small = internal addrspace(4) constant i32 7

; CHECK-LABEL: define i32 @function(i1 %which)
; CHECK-NEXT: [[P:%.*]] = select i1 %which, ptr addrspace(1) @small.in_global, ptr addrspace(1) null
; CHECK-NEXT: icmp eq ptr addrspace(1) [[P]], null
; CHECK-NEXT: load i32, ptr addrspace(1) [[P]], align 4, !invariant.load
define i32 @function(i1 %which) {
  %p = select i1 %which, ptr addrspace(4) @small, ptr addrspace(4) null
  %is_none = icmp eq ptr addrspace(4) %p, null
  %x = load i32, ptr addrspace(4) %p
  ret i32 %x
}

; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK: getelementptr i8, ptr addrspace(1) @large.in_global, i64 %i
; CHECK-NEXT: load i8, ptr addrspace(1) {{%.*}}, align 1, !invariant.load
; CHECK-NEXT: load i8, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @large.in_global, i64 9), align 1, !invariant.load
define ptx_kernel void @kernel(ptr addrspace(1) %o, i64 %i) {
  %p = getelementptr i8, ptr addrspace(4) @large, i64 %i
  %x = load i8, ptr addrspace(4) %p
  %y = load i8, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @large, i64 9)
  ret void
}
