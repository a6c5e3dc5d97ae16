; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-read-structs-in-place -S %s | FileCheck %s

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @reads(ptr)
declare void @writes(ptr)

; CHECK-LABEL: @copy_is_read(
; CHECK-NOT: alloca
; CHECK-NOT: memcpy
; CHECK: [[E:%.*]] = getelementptr {{.*}}ptr %s, i64 %i
; CHECK: [[X:%.*]] = load float, ptr [[E]], align 4
; CHECK-NEXT: store float [[X]], ptr addrspace(1) %p
define ptx_kernel void @copy_is_read(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @with_lifetimes(
; CHECK-NOT: alloca
; CHECK-NOT: memcpy
; CHECK-NOT: lifetime
; CHECK: [[E:%.*]] = getelementptr {{.*}}ptr %s, i64 %i
; CHECK: [[X:%.*]] = load float, ptr [[E]], align 4
; CHECK-NEXT: store float [[X]], ptr addrspace(1) %p
define ptx_kernel void @with_lifetimes(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.lifetime.start.p0(ptr %v)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  call void @llvm.lifetime.end.p0(ptr %v)
  ret void
}

; CHECK-LABEL: @copied_from_offset(
; CHECK-NOT: alloca
; CHECK: [[B:%.*]] = getelementptr {{.*}}ptr %s, i64 8
; CHECK: load float, ptr %{{.*}}, align 4
define ptx_kernel void @copied_from_offset(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [4 x float], align 16
  %t = getelementptr i8, ptr %s, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %t, i64 16, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @alignment_is_that_of_the_argument(
; CHECK-NOT: alloca
; CHECK: load float, ptr %{{.*}}, align 1{{$}}
define ptx_kernel void @alignment_is_that_of_the_argument(ptr byval([8 x float]) align 1 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @alignment_at_offset(
; CHECK-NOT: alloca
; CHECK: load i64, ptr %{{.*}}, align 4{{$}}
define ptx_kernel void @alignment_at_offset(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [4 x float], align 16
  %t = getelementptr i8, ptr %s, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %t, i64 16, i1 false)
  %e = getelementptr i64, ptr %v, i64 %i
  %x = load i64, ptr %e, align 8
  store i64 %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @copied_on(
; CHECK-NOT: alloca
; CHECK: call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) {{.*}}%p, ptr {{.*}}align 8 {{.*}}%s, i64 32, i1 false)
define ptx_kernel void @copied_on(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 16 %p, ptr align 16 %v, i64 32, i1 false)
  ret void
}

; A small copy is a load and a store.
; CHECK-LABEL: @field_by_field(
; CHECK-NOT: alloca
; CHECK: getelementptr {{.*}}ptr %s, i64 %i
define ptx_kernel void @field_by_field(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  %a = load i64, ptr %s, align 8
  store i64 %a, ptr %v, align 8
  %s8 = getelementptr i8, ptr %s, i64 8
  %v8 = getelementptr i8, ptr %v, i64 8
  %b = load i64, ptr %s8, align 8
  store i64 %b, ptr %v8, align 8
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @copy_of_a_copy(
; CHECK-NOT: alloca
; CHECK: getelementptr {{.*}}ptr %s, i64 %i
define ptx_kernel void @copy_of_a_copy(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %u = alloca [8 x float], align 8
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %u, ptr align 8 %s, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %u, i64 32, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @after_another_variable(
; CHECK: %a = alloca [8 x float]
; CHECK-NOT: alloca
; CHECK: getelementptr {{.*}}ptr %s, i64 %i
define ptx_kernel void @after_another_variable(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %a = alloca [8 x float], align 8
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  call void @writes(ptr %a)
  ret void
}

; CHECK-LABEL: @compared_selected_and_called(
; CHECK-NOT: alloca
; CHECK: getelementptr i8, ptr %s, i64
; CHECK: call void @reads(ptr {{.*}}%s)
define ptx_kernel void @compared_selected_and_called(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %w = getelementptr float, ptr %v, i64 %i
  %c = icmp ugt i64 %i, 3
  %q = select i1 %c, ptr %w, ptr %v
  %x = load float, ptr %q, align 4
  store float %x, ptr addrspace(1) %p
  call void @reads(ptr readonly captures(none) %v)
  %d = icmp eq ptr %w, %v
  store i1 %d, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @in_a_loop(
; CHECK-NOT: alloca
; CHECK: phi ptr [ %s,
define ptx_kernel void @in_a_loop(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  br label %loop
loop:
  %q = phi ptr [ %v, %0 ], [ %n, %loop ]
  %x = load float, ptr %q, align 4
  store volatile float %x, ptr addrspace(1) %p
  %n = getelementptr float, ptr %q, i64 %i
  %c = fcmp olt float %x, 1.0
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @no_kernel(
; CHECK: %v = alloca
; CHECK: ret void
define void @no_kernel(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @nothing_is_copied(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @nothing_is_copied(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  store volatile i32 0, ptr addrspace(1) %p
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @argument_is_not_constant(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @argument_is_not_constant(ptr byval([8 x float]) align 8 %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @copied_from_global_memory(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @copied_from_global_memory(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %v, ptr addrspace(1) align 8 %p, i64 32, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @another_value_is_stored(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @another_value_is_stored(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  store float 1.0, ptr %v
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @a_loaded_value_is_stored(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @a_loaded_value_is_stored(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %o = load float, ptr addrspace(1) %p
  store float %o, ptr %v
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; The fields are not in the same order.
; CHECK-LABEL: @stored_elsewhere(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @stored_elsewhere(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %a = load float, ptr %s, align 4
  %v4 = getelementptr i8, ptr %v, i64 4
  store float %a, ptr %v4, align 4
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; Its start would lie before the argument.
; CHECK-LABEL: @before_the_argument(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @before_the_argument(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  %v4 = getelementptr i8, ptr %v, i64 4
  %a = load float, ptr %s, align 4
  store float %a, ptr %v4, align 4
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @two_arguments(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @two_arguments(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr byval([8 x float]) align 8 "nvvm.grid_constant" %t, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %a = load float, ptr %t, align 4
  store float %a, ptr %v, align 4
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @stored_at_a_variable_index(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @stored_at_a_variable_index(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %d = getelementptr float, ptr %v, i64 %i
  %a = load float, ptr %s, align 4
  store float %a, ptr %d, align 4
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @copied_from_a_variable_index(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @copied_from_a_variable_index(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  %t = getelementptr float, ptr %s, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %t, i64 32, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @volatile_read(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @volatile_read(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  %y = load volatile float, ptr %v
  ret void
}

; CHECK-LABEL: @volatile_copy(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @volatile_copy(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 true)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @volatile_copy_from_it(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @volatile_copy_from_it(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %p, ptr align 8 %v, i64 32, i1 true)
  ret void
}

; CHECK-LABEL: @volatile_store(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @volatile_store(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  %a = load float, ptr %s, align 4
  store volatile float %a, ptr %v, align 4
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @volatile_load(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @volatile_load(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  %a = load volatile float, ptr %s, align 4
  store float %a, ptr %v, align 4
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @pointer_is_stored(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @pointer_is_stored(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  store ptr %v, ptr addrspace(1) %p
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @pointer_is_a_number(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @pointer_is_a_number(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %a = ptrtoint ptr %v to i64
  store i64 %a, ptr addrspace(1) %p
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @called_function_writes(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @called_function_writes(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  call void @writes(ptr captures(none) %v)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @called_function_keeps_it(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @called_function_keeps_it(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  call void @reads(ptr readonly %v)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @is_called(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @is_called(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  call void %v()
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @filled(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @filled(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %v, i8 1, i64 4, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; A variable that is made anew each time.
; CHECK-LABEL: @not_at_the_start(
; CHECK: %v = alloca
; CHECK: ret void
define ptx_kernel void @not_at_the_start(ptr byval([8 x float]) align 8 "nvvm.grid_constant" %s, ptr addrspace(1) %p, i64 %i) {
  br label %next
next:
  %v = alloca [8 x float], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %s, i64 32, i1 false)
  %e = getelementptr float, ptr %v, i64 %i
  %x = load float, ptr %e, align 4
  store float %x, ptr addrspace(1) %p
  ret void
}

; Nothing is cleaned up where nothing is read in place.
; CHECK-LABEL: @without_copies(
; CHECK-NEXT: %a = add i64 %i, 0
; CHECK-NEXT: store i64 %a, ptr addrspace(1) %p
define ptx_kernel void @without_copies(ptr addrspace(1) %p, i64 %i) {
  %a = add i64 %i, 0
  store i64 %a, ptr addrspace(1) %p
  ret void
}
