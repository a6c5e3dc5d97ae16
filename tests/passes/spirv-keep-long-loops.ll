; RUN: clc-opt -passes='loop(spirv-keep-long-loops)' -S %s | FileCheck %s
@table = internal addrspace(2) constant [64 x float] zeroinitializer
@variable = internal addrspace(3) global [64 x float] zeroinitializer

; CHECK-LABEL: @keeps_17_iterations(
; CHECK: br i1 %more, label %loop, label %exit, !llvm.loop [[KEPT:![0-9]+]]
define void @keeps_17_iterations(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 17
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @unrolls_16_iterations(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define void @unrolls_16_iterations(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 16
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @leaves_unknown_number(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define void @leaves_unknown_number(ptr addrspace(1) %p, i64 %count) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, %count
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @unrolls_as_source_asks(
; CHECK: br i1 %more, label %loop, label %exit, !llvm.loop [[ASKED:![0-9]+]]
define void @unrolls_as_source_asks(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 64
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}

; CHECK-LABEL: @unrolls_loop_over_private_array(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define void @unrolls_loop_over_private_array() {
entry:
  %array = alloca [64 x float]
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr %array, i64 %k
  store float 0.0, ptr %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 64
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @unrolls_loop_over_table(
; CHECK: br i1 %more, label %loop, label %exit{{$}}
define void @unrolls_loop_over_table(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(2) @table, i64 %k
  %value = load float, ptr addrspace(2) %a
  store float %value, ptr addrspace(1) %p
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 64
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @keeps_loop_over_variable(
; CHECK: br i1 %more, label %loop, label %exit, !llvm.loop [[KEPT2:![0-9]+]]
define void @keeps_loop_over_variable() {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(3) @variable, i64 %k
  store float 0.0, ptr addrspace(3) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 64
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-DAG: [[KEPT]] = distinct !{[[KEPT]], [[DISABLED:![0-9]+]]}
; CHECK-DAG: [[KEPT2]] = distinct !{[[KEPT2]], [[DISABLED]]}
; CHECK-DAG: [[DISABLED]] = !{!"llvm.loop.unroll.disable"}
; CHECK-DAG: [[ASKED]] = distinct !{[[ASKED]], [[FULL:![0-9]+]]}
; CHECK-DAG: [[FULL]] = !{!"llvm.loop.unroll.full"}
