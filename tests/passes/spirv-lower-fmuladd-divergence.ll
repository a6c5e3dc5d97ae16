; RUN: clc-opt '-passes=spirv-lower-fmuladd<tuned>' -S %s | FileCheck %s
; Divergence, as DivergenceAnalysis sees it: contractions in divergent blocks become a product and a sum, others `mad`.
declare float @llvm.fmuladd.f32(float, float, float)
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z20get_global_linear_idv()
declare spir_func i32 @_Z22get_sub_group_local_idv()
declare spir_func i32 @_Z10atomic_incPU3AS1Vj(ptr addrspace(1))
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func void @_Z7barrierj(i32)
declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare spir_func void @writes(ptr, i64)

; CHECK-LABEL: @global_id(
; CHECK-NOT: @_Z3madfff
; CHECK: ret void
define void @global_id(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c = trunc i64 %id to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @local_id(
; CHECK-NOT: @_Z3madfff
; CHECK: ret void
define void @local_id(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %c = trunc i64 %id to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @linear_id(
; CHECK-NOT: @_Z3madfff
; CHECK: ret void
define void @linear_id(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z20get_global_linear_idv()
  %c = trunc i64 %id to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @sub_group_id(
; CHECK-NOT: @_Z3madfff
; CHECK: ret void
define void @sub_group_id(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i32 @_Z22get_sub_group_local_idv()
  %c = trunc i32 %id to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @atomic_call(
; CHECK-NOT: @_Z3madfff
; CHECK: ret void
define void @atomic_call(float %a, ptr addrspace(1) %out) {
  %old = call spir_func i32 @_Z10atomic_incPU3AS1Vj(ptr addrspace(1) %out)
  %c = trunc i32 %old to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @atomic_add(
; CHECK-NOT: @_Z3madfff
; CHECK: ret void
define void @atomic_add(float %a, ptr addrspace(1) %out) {
  %old = atomicrmw add ptr addrspace(1) %out, i32 1 monotonic
  %c = trunc i32 %old to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @atomic_exchange(
; CHECK-NOT: @_Z3madfff
; CHECK: ret void
define void @atomic_exchange(float %a, ptr addrspace(1) %out) {
  %old = cmpxchg ptr addrspace(1) %out, i32 1, i32 2 monotonic monotonic
  %c = extractvalue { i32, i1 } %old, 1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @group_id(
; CHECK: @_Z3madfff
; CHECK: ret void
define void @group_id(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z12get_group_idj(i32 0)
  %c = trunc i64 %id to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @call_of_pointer(
; CHECK: @_Z3madfff
; CHECK: ret void
define void @call_of_pointer(float %a, ptr addrspace(1) %out, ptr %pointer) {
  %c = call spir_func i1 %pointer()
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @argument(
; CHECK: @_Z3madfff
; CHECK: ret void
define void @argument(float %a, ptr addrspace(1) %out, i1 %c) {

  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @stored_to_variable(
; CHECK-NOT: @_Z3madfff
; CHECK: ret void
define void @stored_to_variable(float %a, ptr addrspace(1) %out) {
  %variable = alloca i64
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr %variable
  %loaded = load i64, ptr %variable
  %c = trunc i64 %loaded to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @written_to_variable_by_call(
; CHECK-NOT: @_Z3madfff
; CHECK: ret void
define void @written_to_variable_by_call(float %a, ptr addrspace(1) %out) {
  %variable = alloca [2 x i64]
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %element = getelementptr i64, ptr %variable, i64 1
  call void @writes(ptr %element, i64 %id)
  %loaded = load i64, ptr %variable
  %c = trunc i64 %loaded to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @stored_to_global(
; CHECK: @_Z3madfff
; CHECK: ret void
define void @stored_to_global(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr addrspace(1) %out
  %loaded = load i64, ptr addrspace(1) %out
  %c = trunc i64 %loaded to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @compared_with_variable(
; CHECK: @_Z3madfff
; CHECK: ret void
define void @compared_with_variable(float %a, ptr addrspace(1) %out) {
  %variable = alloca i64
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %address = getelementptr i64, ptr %variable, i64 %id
  %loaded = load i64, ptr %variable
  %c = trunc i64 %loaded to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; Work-items beyond the last element return at once.
; CHECK-LABEL: @guard(
; CHECK: @_Z3madfff
; CHECK: {{^}}}
define void @guard(float %a, ptr addrspace(1) %out, i64 %count) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c = icmp ult i64 %id, %count
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @guard_with_sides_exchanged(
; CHECK: @_Z3madfff
; CHECK: {{^}}}
define void @guard_with_sides_exchanged(float %a, ptr addrspace(1) %out, i64 %count) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c = icmp ugt i64 %count, %id
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @guard_with_constant(
; CHECK: @_Z3madfff
; CHECK: {{^}}}
define void @guard_with_constant(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c = icmp ult i64 %id, 100
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @guard_with_casts(
; CHECK: @_Z3madfff
; CHECK: {{^}}}
define void @guard_with_casts(float %a, ptr addrspace(1) %out, i64 %count) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %n = trunc i64 %id to i32
  %m = trunc i64 %count to i32
  %c = icmp slt i32 %n, %m
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @guard_of_two(
; CHECK: @_Z3madfff
; CHECK: {{^}}}
define void @guard_of_two(float %a, ptr addrspace(1) %out, i64 %count) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %id2 = call spir_func i64 @_Z13get_global_idj(i32 1)
  %c1 = icmp ult i64 %id, %count
  %c2 = icmp ult i64 %id2, %count
  %c = and i1 %c1, %c2
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @guard_of_two_by_select(
; CHECK: @_Z3madfff
; CHECK: {{^}}}
define void @guard_of_two_by_select(float %a, ptr addrspace(1) %out, i64 %count) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %id2 = call spir_func i64 @_Z13get_global_idj(i32 1)
  %c1 = icmp ult i64 %id, %count
  %c2 = icmp ult i64 %id2, %count
  %c = select i1 %c1, i1 %c2, i1 false
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @guard_of_two_by_or(
; CHECK: @_Z3madfff
; CHECK: {{^}}}
define void @guard_of_two_by_or(float %a, ptr addrspace(1) %out, i64 %count) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %id2 = call spir_func i64 @_Z13get_global_idj(i32 1)
  %c1 = icmp ult i64 %id, %count
  %c2 = icmp ult i64 %id2, %count
  %c = or i1 %c1, %c2
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @no_guard_by_sum_of_conditions(
; CHECK-NOT: @_Z3madfff
; CHECK: {{^}}}
define void @no_guard_by_sum_of_conditions(float %a, ptr addrspace(1) %out, i64 %count) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %id2 = call spir_func i64 @_Z13get_global_idj(i32 1)
  %c1 = icmp ult i64 %id, %count
  %c2 = icmp ult i64 %id2, %count
  %c = add i1 %c1, %c2
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @no_guard_with_other_condition(
; CHECK-NOT: @_Z3madfff
; CHECK: {{^}}}
define void @no_guard_with_other_condition(float %a, ptr addrspace(1) %out, i64 %count) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c1 = icmp ult i64 %id, %count
  %c2 = trunc i64 %id to i1
  %c = and i1 %c1, %c2
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @no_guard_with_argument(
; CHECK-NOT: @_Z3madfff
; CHECK: {{^}}}
define void @no_guard_with_argument(float %a, ptr addrspace(1) %out, i64 %count, i1 %flag) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c1 = icmp ult i64 %id, %count
  %c = and i1 %c1, %flag
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @no_guard_by_loaded_number(
; CHECK-NOT: @_Z3madfff
; CHECK: {{^}}}
define void @no_guard_by_loaded_number(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %count = load i64, ptr addrspace(1) %out
  %c = icmp ult i64 %id, %count
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @no_guard_by_sum(
; CHECK-NOT: @_Z3madfff
; CHECK: {{^}}}
define void @no_guard_by_sum(float %a, ptr addrspace(1) %out, i64 %count) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %sum1 = add i64 %id, 1
  %c = icmp ult i64 %sum1, %count
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @no_guard_of_atomic(
; CHECK-NOT: @_Z3madfff
; CHECK: {{^}}}
define void @no_guard_of_atomic(float %a, ptr addrspace(1) %out, i64 %count) {
  %old = atomicrmw add ptr addrspace(1) %out, i64 1 monotonic
  %c = icmp ult i64 %old, %count
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: @no_guard_before_more(
; CHECK-NOT: @_Z3madfff
; CHECK: {{^}}}
define void @no_guard_before_more(float %a, ptr addrspace(1) %out, i64 %count) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c = icmp ult i64 %id, %count
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; A block with a barrier is reached by all or none.
; CHECK-LABEL: @branch_with_barrier(
; CHECK: @_Z3madfff
define void @branch_with_barrier(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c = trunc i64 %id to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %more
more:
  call spir_func void @_Z7barrierj(i32 1)
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}
; CHECK-LABEL: @branch_with_control_barrier(
; CHECK: @_Z3madfff
define void @branch_with_control_barrier(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c = trunc i64 %id to i1
  br i1 %c, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %more
more:
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 0)
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}
; A phi where divergent work-items reconverge is divergent.
; CHECK-LABEL: @phi_of_divergent_branch(
; CHECK-NOT: @_Z3madfff
; CHECK: ret void
define void @phi_of_divergent_branch(float %a, i1 %u, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c = trunc i64 %id to i1
  br i1 %c, label %left, label %join
left:
  store volatile float 1.0, ptr addrspace(1) %out
  br label %join
join:
  %way = phi i1 [ true, %entry ], [ false, %left ]
  br i1 %way, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}
; CHECK-LABEL: @phi_of_uniform_branch(
; CHECK: @_Z3madfff
; CHECK: ret void
define void @phi_of_uniform_branch(float %a, i1 %u, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c = trunc i64 %id to i1
  br i1 %u, label %left, label %join
left:
  store volatile float 1.0, ptr addrspace(1) %out
  br label %join
join:
  %way = phi i1 [ true, %entry ], [ false, %left ]
  br i1 %way, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}
; No block is behind both ways of a branch when they return apart.
; CHECK-LABEL: @returns_apart(
; CHECK-NOT: @_Z3madfff
; CHECK: ret void
define void @returns_apart(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c = trunc i64 %id to i1
  br i1 %c, label %then, label %else
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  ret void
else:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; A divergent loop: the block before it and the one behind it are not divergent.
; CHECK-LABEL: @loop_and_its_surroundings(
; CHECK: entry:
; CHECK: @_Z3madfff
; CHECK: loop:
; CHECK-NOT: @_Z3madfff
; CHECK: exit:
; CHECK: @_Z3madfff
define void @loop_and_its_surroundings(float %a, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %before = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  br label %loop
loop:
  %x = phi float [ %before, %entry ], [ %y, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %y = call float @llvm.fmuladd.f32(float %x, float %a, float %a)
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %id
  br i1 %more, label %loop, label %exit
exit:
  %behind = call float @llvm.fmuladd.f32(float %y, float %a, float %a)
  store float %behind, ptr addrspace(1) %out
  ret void
}
