; RUN: clc-opt -passes=spirv-rotate-fma-recurrences -S %s | FileCheck %s
declare float @llvm.fmuladd.f32(float, float, float)
declare <2 x float> @llvm.fmuladd.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare float @llvm.sqrt.f32(float)
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func void @_Z7barrierj(i32)

; The preheader is not divergent, the latch is.
; CHECK-LABEL: @rotates(
; CHECK: entry:
; CHECK: [[FIRST:%.*]] = call nnan float @llvm.fmuladd.f32(float 0.000000e+00, float %c, float %d)
; CHECK: loop:
; CHECK-NEXT: phi float [ [[FIRST]], %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK-NOT: fmuladd
; CHECK: %next = fdiv
; CHECK: [[PRODUCT:%.*]] = fmul nnan float %next, %c
; CHECK: [[NEXT]] = fadd nnan float [[PRODUCT]], %d
; CHECK: br i1
define spir_kernel void @rotates(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %m = call nnan float @llvm.fmuladd.f32(float %x, float %c, float %d)
  %next = fdiv float %m, 3.0
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %next, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @rotates_cheap_operands(
; CHECK: entry:
; CHECK: [[A0:%.*]] = fneg float 0.000000e+00
; CHECK: [[B0:%.*]] = fadd float [[A0]], %d
; CHECK: [[C0:%.*]] = fsub float [[B0]], [[A0]]
; CHECK: [[D0:%.*]] = fmul float [[C0]], [[B0]]
; CHECK: call float @llvm.fmuladd.f32(float [[D0]], float %c, float [[D0]])
; CHECK: loop:
; CHECK-NEXT: phi float
; CHECK: %next = fdiv
; CHECK: [[A1:%.*]] = fneg float %next
; CHECK: [[B1:%.*]] = fadd float [[A1]], %d
define spir_kernel void @rotates_cheap_operands(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a1 = fneg float %x
  %a2 = fadd float %a1, %d
  %a3 = fsub float %a2, %a1
  %a4 = fmul float %a3, %a2
  %m = call float @llvm.fmuladd.f32(float %a4, float %c, float %a4)
  %next = fdiv float %m, 3.0
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %next, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @rotates_beside_outer_numbers(
; CHECK: loop:
; CHECK-NEXT: phi float
; CHECK: [[PRODUCT:%.*]] = fmul float %next, %outer
define spir_kernel void @rotates_beside_outer_numbers(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %outer = load float, ptr addrspace(1) %out
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %m = call float @llvm.fmuladd.f32(float %x, float %outer, float %d)
  %next = fdiv float %m, 3.0
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %next, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @rotates_beside_outer_phi(
; CHECK: loop:
; CHECK-NEXT: phi float
; CHECK: [[PRODUCT:%.*]] = fmul float %next, %outer
define spir_kernel void @rotates_beside_outer_phi(float %c, float %d, i1 %which, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br i1 %which, label %then, label %head
then:
  br label %head
head:
  %outer = phi float [ %c, %entry ], [ %d, %then ]
  br label %loop
loop:
  %x = phi float [ 0.0, %head ], [ %next, %loop ]
  %i = phi i64 [ 0, %head ], [ %j, %loop ]
  %m = call float @llvm.fmuladd.f32(float %x, float %outer, float %d)
  %next = fdiv float %m, 3.0
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %next, ptr addrspace(1) %out
  ret void
}

; More than four operations before the contraction are too many.
; CHECK-LABEL: @keeps_long_expression(
; CHECK: loop:
; CHECK-NEXT: %x = phi
; CHECK: %m = call float @llvm.fmuladd
define spir_kernel void @keeps_long_expression(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a1 = fneg float %x
  %a2 = fadd float %a1, %d
  %a3 = fsub float %x, %d
  %a4 = fmul float %a3, %c
  %a5 = fmul float %x, %x
  %m = call float @llvm.fmuladd.f32(float %a2, float %a4, float %a5)
  %next = fdiv float %m, 3.0
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %next, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @keeps_slow_operand(
; CHECK: loop:
; CHECK-NEXT: %x = phi
; CHECK: %m = call float @llvm.fmuladd
define spir_kernel void @keeps_slow_operand(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %root = call float @llvm.sqrt.f32(float %x)
  %m = call float @llvm.fmuladd.f32(float %x, float %root, float %d)
  %next = fdiv float %m, 3.0
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %next, ptr addrspace(1) %out
  ret void
}

; A slow operand of an operand.
; CHECK-LABEL: @keeps_deep_slow_operand(
; CHECK: loop:
; CHECK-NEXT: %x = phi
; CHECK: %m = call float @llvm.fmuladd
define spir_kernel void @keeps_deep_slow_operand(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %root = call float @llvm.sqrt.f32(float %x)
  %minus = fneg float %root
  %m = call float @llvm.fmuladd.f32(float %x, float %minus, float %d)
  %next = fdiv float %m, 3.0
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %next, ptr addrspace(1) %out
  ret void
}

; Of no loop-carried number.
; CHECK-LABEL: @keeps_invariant(
; CHECK: loop:
; CHECK-NEXT: %x = phi
; CHECK: %m = call float @llvm.fmuladd
define spir_kernel void @keeps_invariant(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %m = call float @llvm.fmuladd.f32(float %c, float %c, float %d)
  %next = fdiv float %m, %x
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %next, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @keeps_vector(
; CHECK: loop:
; CHECK-NEXT: %x = phi
; CHECK: %m = call <2 x float> @llvm.fmuladd
define spir_kernel void @keeps_vector(<2 x float> %c, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %x = phi <2 x float> [ zeroinitializer, %entry ], [ %m, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %m = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %x, <2 x float> %c, <2 x float> %c)
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store <2 x float> %m, ptr addrspace(1) %out
  ret void
}

; The second contraction waits for the first, so that neither moves.
; CHECK-LABEL: @keeps_both_where_one_cannot_move(
; CHECK: loop:
; CHECK-NEXT: %x = phi
; CHECK: %m = call float @llvm.fmuladd
; CHECK: %n = call float @llvm.fmuladd
define spir_kernel void @keeps_both_where_one_cannot_move(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %n, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %m = call float @llvm.fmuladd.f32(float %x, float %c, float %d)
  %n = call float @llvm.fmuladd.f32(float %m, float %c, float %d)
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %n, ptr addrspace(1) %out
  ret void
}

; A contraction that cannot move but only decides the branch keeps the other from nothing.
; CHECK-LABEL: @rotates_beside_comparison(
; CHECK: loop:
; CHECK-NEXT: phi float
; CHECK: %norm = call float @llvm.fmuladd
; CHECK: fmul float {{%.*}}, %c
define spir_kernel void @rotates_beside_comparison(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %limit = uitofp i64 %id to float
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %m, %loop ]
  %m = call float @llvm.fmuladd.f32(float %x, float %c, float %d)
  %norm = call float @llvm.fmuladd.f32(float %m, float %m, float %d)
  %more = fcmp olt float %norm, %limit
  br i1 %more, label %loop, label %exit
exit:
  store float %m, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @keeps_five(
; CHECK: loop:
; CHECK-NEXT: %x = phi
; CHECK-COUNT-5: call float @llvm.fmuladd
define spir_kernel void @keeps_five(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %s4, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %m1 = call float @llvm.fmuladd.f32(float %x, float %c, float %d)
  %m2 = call float @llvm.fmuladd.f32(float %x, float %d, float %d)
  %m3 = call float @llvm.fmuladd.f32(float %x, float %d, float %c)
  %m4 = call float @llvm.fmuladd.f32(float %x, float %x, float %c)
  %m5 = call float @llvm.fmuladd.f32(float %x, float %c, float %x)
  %s1 = fadd float %m1, %m2
  %s2 = fadd float %s1, %m3
  %s3 = fadd float %s2, %m4
  %s4 = fadd float %s3, %m5
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %s4, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @keeps_uniform_loop(
; CHECK: loop:
; CHECK-NEXT: %x = phi
; CHECK: %m = call float @llvm.fmuladd
define spir_kernel void @keeps_uniform_loop(float %c, float %d, i64 %count, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %m, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %m = call float @llvm.fmuladd.f32(float %x, float %c, float %d)
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %count
  br i1 %more, label %loop, label %exit
exit:
  store float %m, ptr addrspace(1) %out
  ret void
}

; All work-items leave the loop together, in a branch that only some of them take.
; CHECK-LABEL: @keeps_uniform_loop_in_divergent_block(
; CHECK: loop:
; CHECK-NEXT: %x = phi
; CHECK: %m = call float @llvm.fmuladd
define spir_kernel void @keeps_uniform_loop_in_divergent_block(float %c, ptr addrspace(1) %flag, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %odd = trunc i64 %id to i1
  br i1 %odd, label %head, label %end
head:
  br label %loop
loop:
  %x = phi float [ 0.0, %head ], [ %m, %loop ]
  %m = call float @llvm.fmuladd.f32(float %x, float %c, float %c)
  %more = load volatile i1, ptr addrspace(1) %flag
  br i1 %more, label %loop, label %exit
exit:
  store float %m, ptr addrspace(1) %out
  br label %end
end:
  store float %c, ptr addrspace(1) %out
  ret void
}

; All work-items have to reach the barrier, so that the loop is not divergent.
; CHECK-LABEL: @keeps_loop_with_barrier(
; CHECK: loop:
; CHECK-NEXT: %x = phi
; CHECK: %m = call float @llvm.fmuladd
define spir_kernel void @keeps_loop_with_barrier(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %m, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %m = call float @llvm.fmuladd.f32(float %x, float %c, float %d)
  call spir_func void @_Z7barrierj(i32 1)
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %m, ptr addrspace(1) %out
  ret void
}

; Only innermost loops.
; CHECK-LABEL: @keeps_outer_loop(
; CHECK: outer:
; CHECK-NEXT: %x = phi
; CHECK: %m = call float @llvm.fmuladd
define spir_kernel void @keeps_outer_loop(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %outer
outer:
  %x = phi float [ 0.0, %entry ], [ %next, %latch ]
  %i = phi i64 [ 0, %entry ], [ %j, %latch ]
  %m = call float @llvm.fmuladd.f32(float %x, float %c, float %d)
  br label %inner
inner:
  %y = phi float [ %m, %outer ], [ %z, %inner ]
  %z = fdiv float %y, 3.0
  %again = fcmp ogt float %z, 1.0
  br i1 %again, label %inner, label %latch
latch:
  %next = fdiv float %z, 3.0
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %outer, label %exit
exit:
  store float %next, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @keeps_loop_with_two_latches(
; CHECK: loop:
; CHECK-NEXT: %x = phi
; CHECK: %m = call float @llvm.fmuladd
define spir_kernel void @keeps_loop_with_two_latches(float %c, float %d, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %limit = uitofp i64 %id to float
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %m, %loop ], [ %n, %second ]
  %m = call float @llvm.fmuladd.f32(float %x, float %c, float %d)
  %more = fcmp olt float %m, %limit
  br i1 %more, label %loop, label %second
second:
  %n = fdiv float %m, 3.0
  %again = fcmp olt float %n, %limit
  br i1 %again, label %loop, label %exit
exit:
  store float %m, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @makes_preheader(
; CHECK: br i1 %early, label %exit, label %loop.preheader
; CHECK: loop.preheader:
; CHECK-NEXT: call float @llvm.fmuladd
define spir_kernel void @makes_preheader(float %c, float %d, i1 %early, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br i1 %early, label %exit, label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %m = call float @llvm.fmuladd.f32(float %x, float %c, float %d)
  %next = fdiv float %m, 3.0
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  %result = phi float [ 0.0, %entry ], [ %next, %loop ]
  store float %result, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @keeps_loop_without_contraction(
; CHECK: br i1 %early, label %exit, label %loop
; CHECK: loop:
define spir_kernel void @keeps_loop_without_contraction(float %c, i1 %early, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br i1 %early, label %exit, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  store float %c, ptr addrspace(1) %out
  ret void
}
