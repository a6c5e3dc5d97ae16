; RUN: clc-opt -passes=select-short-branches -S %s | FileCheck %s

declare void @use(i32)
declare float @own(float)

; CHECK-LABEL: @two_sides(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[A:%.*]] = add i32 %x, 1
; CHECK-NEXT: [[B:%.*]] = mul i32 %y, 3
; CHECK-NEXT: [[R:%.*]] = select i1 %c, i32 [[A]], i32 [[B]]
; CHECK-NEXT: store i32 [[R]], ptr %p
; CHECK-NEXT: ret void
define void @two_sides(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %then, label %else
then:
  %a = add i32 %x, 1
  br label %end
else:
  %b = mul i32 %y, 3
  br label %end
end:
  %r = phi i32 [ %a, %then ], [ %b, %else ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @one_side(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[A:%.*]] = add i32 %x, 1
; CHECK-NEXT: [[R:%.*]] = select i1 %c, i32 [[A]], i32 0
; CHECK-NEXT: store i32 [[R]], ptr %p
; CHECK-NEXT: ret void
define void @one_side(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = add i32 %x, 1
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @other_side(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[A:%.*]] = add i32 %x, 1
; CHECK-NEXT: [[R:%.*]] = select i1 %c, i32 0, i32 [[A]]
; CHECK-NEXT: store i32 [[R]], ptr %p
; CHECK-NEXT: ret void
define void @other_side(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %end, label %side
side:
  %a = add i32 %x, 1
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @same_value(
; CHECK-NEXT: entry:
; CHECK-NOT: select
; CHECK: store i32 %y, ptr %p
define void @same_value(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = add i32 %x, 1
  %b = add i32 %a, 1
  br label %end
end:
  %r = phi i32 [ %y, %side ], [ %y, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @two_values(
; CHECK: select i1 %c, i32 %a, i32 %x
; CHECK-NEXT: select i1 %c, i32 5, i32 6
define void @two_values(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = add i32 %x, 1
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ %x, %entry ]
  %s = phi i32 [ 5, %side ], [ 6, %entry ]
  call void @use(i32 %s)
  store i32 %r, ptr %p
  ret void
}

; A selection makes the outer branch one of a few operations.
; CHECK-LABEL: @inner_first(
; CHECK-NOT: br
; CHECK: ret void
define void @inner_first(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %e = icmp slt i32 %x, 3
  br i1 %e, label %inner, label %behind
inner:
  %a = add i32 %x, 1
  br label %behind
behind:
  %b = phi i32 [ %a, %inner ], [ %y, %side ]
  br label %end
end:
  %r = phi i32 [ %b, %behind ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @more_ways_to_the_end(
; CHECK: br i1 %c2
; CHECK: select i1 %c, i32 %a, i32 0
; CHECK: phi i32 [ 7, %entry ], [ %{{.*}}, %start ]
define void @more_ways_to_the_end(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  %c2 = icmp eq i32 %x, 0
  br i1 %c2, label %start, label %end
start:
  call void @use(i32 0)
  br i1 %c, label %side, label %end
side:
  %a = add i32 %x, 1
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %start ], [ 7, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @flags_stay_and_promises_go(
; CHECK: [[A:%.*]] = add nsw i32 %x, 1
; CHECK-NEXT: call float @llvm.fabs.f32(float %f){{$}}
; CHECK-NEXT: select
define void @flags_stay_and_promises_go(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = add nsw i32 %x, 1
  %b = call noundef float @llvm.fabs.f32(float noundef %f)
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @quick_fabs(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @quick_fabs(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = call float @llvm.fabs.f32(float %f)
  br label %end
end:
  %r = phi float [ %a, %side ], [ 1.0, %entry ]
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @quick_fma(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @quick_fma(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = call float @llvm.fma.f32(float %f, float %g, float %f)
  br label %end
end:
  %r = phi float [ %a, %side ], [ 1.0, %entry ]
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @quick_fmuladd(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @quick_fmuladd(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = call float @llvm.fmuladd.f32(float %f, float %g, float %f)
  br label %end
end:
  %r = phi float [ %a, %side ], [ 1.0, %entry ]
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @quick_maxnum(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @quick_maxnum(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = call float @llvm.maxnum.f32(float %f, float %g)
  br label %end
end:
  %r = phi float [ %a, %side ], [ 1.0, %entry ]
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @quick_minnum(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @quick_minnum(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = call float @llvm.minnum.f32(float %f, float %g)
  br label %end
end:
  %r = phi float [ %a, %side ], [ 1.0, %entry ]
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @quick_smax(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @quick_smax(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = call i32 @llvm.smax.i32(i32 %x, i32 %y)
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @quick_smin(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @quick_smin(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = call i32 @llvm.smin.i32(i32 %x, i32 %y)
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @quick_umax(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @quick_umax(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = call i32 @llvm.umax.i32(i32 %x, i32 %y)
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @quick_umin(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @quick_umin(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = call i32 @llvm.umin.i32(i32 %x, i32 %y)
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @other_quick_operations(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @other_quick_operations(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %b = fneg float %f
  %n = fcmp olt float %b, %g
  %o = select i1 %n, float %f, float %b
  %q = getelementptr i8, ptr %p, i64 %l
  %z = icmp eq ptr %q, null
  %a = zext i1 %z to i32
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @long_sum(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @long_sum(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = add i64 %l, 3
  br label %end
end:
  %r = phi i64 [ %a, %side ], [ 0, %entry ]
  store i64 %r, ptr %p
  ret void
}

; CHECK-LABEL: @long_product(
; CHECK: br i1 %c
; CHECK: phi
define void @long_product(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = mul i64 %l, 3
  br label %end
end:
  %r = phi i64 [ %a, %side ], [ 0, %entry ]
  store i64 %r, ptr %p
  ret void
}

; CHECK-LABEL: @root(
; CHECK: br i1 %c
; CHECK: phi
define void @root(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = call float @llvm.sqrt.f32(float %f)
  br label %end
end:
  %r = phi float [ %a, %side ], [ 1.0, %entry ]
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @own_function(
; CHECK: br i1 %c
; CHECK: phi
define void @own_function(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = call float @own(float %f)
  br label %end
end:
  %r = phi float [ %a, %side ], [ 1.0, %entry ]
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @division_of_integers(
; CHECK: br i1 %c
; CHECK: phi
define void @division_of_integers(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = udiv i32 %x, 3
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @division_of_floats(
; CHECK: br i1 %c
; CHECK: phi
define void @division_of_floats(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = fdiv float %f, %g
  br label %end
end:
  %r = phi float [ %a, %side ], [ 1.0, %entry ]
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @remainder_of_floats(
; CHECK: br i1 %c
; CHECK: phi
define void @remainder_of_floats(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = frem float %f, %g
  br label %end
end:
  %r = phi float [ %a, %side ], [ 1.0, %entry ]
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @doubles(
; CHECK: br i1 %c
; CHECK: phi
define void @doubles(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = fadd double %d, 1.0
  br label %end
end:
  %r = phi double [ %a, %side ], [ 1.0, %entry ]
  store double %r, ptr %p
  ret void
}

; CHECK-LABEL: @freeze(
; CHECK: br i1 %c
; CHECK: phi
define void @freeze(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = freeze i32 %x
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @load(
; CHECK: br i1 %c
; CHECK: phi
define void @load(i1 %c, ptr dereferenceable(4) align 4 %q, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = load i32, ptr %q, align 4
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @store_in_side(
; CHECK: br i1 %c
; CHECK: phi
define void @store_in_side(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = add i32 %x, 1
  store i32 1, ptr %p
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @sixteen(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @sixteen(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %then, label %else
then:
  %a1 = add i32 %x, %x
  %a2 = add i32 %a1, %y
  %a3 = add i32 %a2, %x
  %a4 = add i32 %a3, %y
  %a5 = add i32 %a4, %x
  %a6 = add i32 %a5, %y
  %a7 = add i32 %a6, %x
  %a8 = add i32 %a7, %y
  %a9 = add i32 %a8, %x
  br label %end
else:
  %b1 = add i32 %x, %x
  %b2 = add i32 %b1, %y
  %b3 = add i32 %b2, %x
  %b4 = add i32 %b3, %y
  %b5 = add i32 %b4, %x
  %b6 = add i32 %b5, %y
  %b7 = add i32 %b6, %x
  br label %end
end:
  %r = phi i32 [ %a9, %then ], [ %b7, %else ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @too_many(
; CHECK: br i1 %c
; CHECK: phi
define void @too_many(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %then, label %else
then:
  %a1 = add i32 %x, %x
  %a2 = add i32 %a1, %y
  %a3 = add i32 %a2, %x
  %a4 = add i32 %a3, %y
  %a5 = add i32 %a4, %x
  %a6 = add i32 %a5, %y
  %a7 = add i32 %a6, %x
  %a8 = add i32 %a7, %y
  %a9 = add i32 %a8, %x
  br label %end
else:
  %b1 = add i32 %x, %x
  %b2 = add i32 %b1, %y
  %b3 = add i32 %b2, %x
  %b4 = add i32 %b3, %y
  %b5 = add i32 %b4, %x
  %b6 = add i32 %b5, %y
  %b7 = add i32 %b6, %x
  %b8 = add i32 %b7, %y
  br label %end
end:
  %r = phi i32 [ %a9, %then ], [ %b8, %else ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @too_many_on_one_side(
; CHECK: br i1 %c
; CHECK: phi
define void @too_many_on_one_side(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a1 = add i32 %x, %x
  %a2 = add i32 %a1, %y
  %a3 = add i32 %a2, %x
  %a4 = add i32 %a3, %y
  %a5 = add i32 %a4, %x
  %a6 = add i32 %a5, %y
  %a7 = add i32 %a6, %x
  %a8 = add i32 %a7, %y
  %a9 = add i32 %a8, %x
  %a10 = add i32 %a9, %y
  %a11 = add i32 %a10, %x
  %a12 = add i32 %a11, %y
  %a13 = add i32 %a12, %x
  %a14 = add i32 %a13, %y
  %a15 = add i32 %a14, %x
  %a16 = add i32 %a15, %y
  %a17 = add i32 %a16, %x
  br label %end
end:
  %r = phi i32 [ %a17, %side ], [ 0, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @sixteen_elements(
; CHECK-NOT: br
; CHECK: select i1 %c
define void @sixteen_elements(i1 %c, <8 x i32> %x, <8 x i32> %y, ptr %p) {
entry:
  br i1 %c, label %then, label %else
then:
  %a1 = add <8 x i32> %x, %x
  %a2 = add <8 x i32> %a1, %y
  br label %end
else:

  br label %end
end:
  %r = phi <8 x i32> [ %a2, %then ], [ %x, %else ]
  store <8 x i32> %r, ptr %p
  ret void
}

; CHECK-LABEL: @too_many_elements(
; CHECK: br i1 %c
; CHECK: phi
define void @too_many_elements(i1 %c, <8 x i32> %x, <8 x i32> %y, ptr %p) {
entry:
  br i1 %c, label %then, label %else
then:
  %a1 = add <8 x i32> %x, %x
  %a2 = add <8 x i32> %a1, %y
  %a3 = add <8 x i32> %a2, %x
  br label %end
else:

  br label %end
end:
  %r = phi <8 x i32> [ %a3, %then ], [ %x, %else ]
  store <8 x i32> %r, ptr %p
  ret void
}

; Two sides that meet without a value stay.
; CHECK-LABEL: @nothing_to_select(
; CHECK: br i1 %c
; CHECK: then:
; CHECK: else:
define void @nothing_to_select(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %then, label %else
then:
  br label %end
else:
  br label %end
end:
  ret void
}

; CHECK-LABEL: @other_block_leads_to_side(
; CHECK: br i1 %c
; CHECK: phi
define void @other_block_leads_to_side(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  %c2 = icmp eq i32 %x, 0
  br i1 %c2, label %start, label %side
start:
  call void @use(i32 0)
  br i1 %c, label %side, label %end
side:
  %a = add i32 %x, 1
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %start ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @address_is_taken(
; CHECK: br i1 %c
; CHECK: phi
define void @address_is_taken(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = add i32 %x, 1
  br label %end
end:
  %r = phi i32 [ %a, %side ], [ 0, %entry ]
  store ptr blockaddress(@address_is_taken, %side), ptr %p
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @both_ways_are_one(
; CHECK: br i1 %c, label %end, label %end
; CHECK: phi
define void @both_ways_are_one(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %end, label %end
end:
  %r = phi i32 [ 1, %entry ], [ 1, %entry ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @loop_of_one_block(
; CHECK: br i1 %b, label %loop, label %end
define void @loop_of_one_block(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %n = add i32 %i, %x
  %b = icmp slt i32 %n, %y
  br i1 %b, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @both_sides_lead_back(
; CHECK: br i1 %b, label %then, label %else
; CHECK: then:
; CHECK: else:
define void @both_sides_lead_back(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %then ], [ %m, %else ]
  %b = icmp slt i32 %i, %y
  br i1 %b, label %then, label %else
then:
  %n = add i32 %i, 1
  br label %loop
else:
  %m = add i32 %i, 2
  br label %loop
}

; CHECK-LABEL: @skipped_side(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[B:%.*]] = add i32 %x, 1
; CHECK-NEXT: [[A:%.*]] = mul i32 [[B]], 3
; CHECK-NEXT: br i1 %c, label %next, label %other
; CHECK-NOT: side:
; CHECK: phi i32 [ [[A]], %entry ], [ 7, %other ]
define void @skipped_side(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %other
side:
  %b = add i32 %x, 1
  %a = mul i32 %b, 3
  br label %next
other:
  call void @use(i32 0)
  %c2 = icmp eq i32 %x, 0
  br i1 %c2, label %next, label %end
next:
  %r = phi i32 [ %a, %side ], [ 7, %other ]
  store i32 %r, ptr %p
  ret void
end:
  ret void
}

; CHECK-LABEL: @skipped_other_side(
; CHECK: [[A:%.*]] = add i32 %x, 1
; CHECK-NEXT: br i1 %c, label %other, label %next
define void @skipped_other_side(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %other, label %side
side:
  %a = add i32 %x, 1
  br label %next
other:
  call void @use(i32 0)
  %c2 = icmp eq i32 %x, 0
  br i1 %c2, label %next, label %end
next:
  %r = phi i32 [ %a, %side ], [ 7, %other ]
  store i32 %r, ptr %p
  ret void
end:
  ret void
}

; CHECK-LABEL: @too_many_to_skip(
; CHECK: br i1 %c, label %side, label %other
define void @too_many_to_skip(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %other
side:
  %b = add i32 %x, 1
  %e = add i32 %b, %y
  %a = mul i32 %e, 3
  br label %next
other:
  call void @use(i32 0)
  %c2 = icmp eq i32 %x, 0
  br i1 %c2, label %next, label %end
next:
  %r = phi i32 [ %a, %side ], [ 7, %other ]
  store i32 %r, ptr %p
  ret void
end:
  ret void
}

; CHECK-LABEL: @side_with_hints(
; CHECK: br i1 %c, label %side, label %other
; CHECK: br label %next, !llvm.loop
define void @side_with_hints(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %other
side:
  %a = add i32 %x, 1
  br label %next, !llvm.loop !0
other:
  call void @use(i32 0)
  %c2 = icmp eq i32 %x, 0
  br i1 %c2, label %next, label %end
next:
  %r = phi i32 [ %a, %side ], [ 7, %other ]
  store i32 %r, ptr %p
  ret void
end:
  ret void
}

; CHECK-LABEL: @skipped_side_has_two_ways_in(
; CHECK: br i1 %c, label %side, label %other
; CHECK: side:
define void @skipped_side_has_two_ways_in(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  %c3 = icmp eq i32 %x, 1
  br i1 %c3, label %start, label %side
start:
  call void @use(i32 1)
  br i1 %c, label %side, label %other
side:
  %a = add i32 %x, 1
  br label %next
other:
  call void @use(i32 0)
  %c2 = icmp eq i32 %x, 0
  br i1 %c2, label %next, label %end
next:
  %r = phi i32 [ %a, %side ], [ 7, %other ]
  store i32 %r, ptr %p
  ret void
end:
  ret void
}

; CHECK-LABEL: @skipped_side_has_an_address(
; CHECK: br i1 %c, label %side, label %other
define void @skipped_side_has_an_address(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %other
side:
  %a = add i32 %x, 1
  br label %next
other:
  call void @use(i32 0)
  %c2 = icmp eq i32 %x, 0
  br i1 %c2, label %next, label %end
next:
  %r = phi i32 [ %a, %side ], [ 7, %other ]
  store i32 %r, ptr %p
  store ptr blockaddress(@skipped_side_has_an_address, %side), ptr %p
  ret void
end:
  ret void
}

; CHECK-LABEL: @sides_end(
; CHECK: br i1 %c, label %side, label %other
; CHECK: side:
define void @sides_end(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %other
side:
  ret void
other:
  call void @use(i32 0)
  ret void
}

; CHECK-LABEL: @sides_meet_after_a_call(
; CHECK: br i1 %c, label %then, label %else
; CHECK: then:
define void @sides_meet_after_a_call(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %then, label %else
then:
  %a = add i32 %x, 1
  br label %end
else:
  call void @use(i32 0)
  br label %end
end:
  %r = phi i32 [ %a, %then ], [ %y, %else ]
  store i32 %r, ptr %p
  ret void
}

; A loop keeps its latch.
; CHECK-LABEL: @side_leads_back(
; CHECK: br i1 %b, label %side, label %end
; CHECK: side:
define void @side_leads_back(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %side ]
  %b = icmp slt i32 %i, %y
  br i1 %b, label %side, label %end
side:
  %n = add i32 %i, 1
  br label %loop
end:
  ret void
}

; CHECK-LABEL: @side_leads_to_the_other(
; CHECK: br i1 %c, label %side, label %end
; CHECK: side:
define void @side_leads_to_the_other(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br i1 %c, label %side, label %end
side:
  %a = add i32 %x, 1
  br label %end
end:
  ret void
}

; A jump back to the head of a loop has what the source says of it.
; CHECK-LABEL: @keeps_hints(
; CHECK: select
; CHECK-NEXT: br label %loop, !llvm.loop [[HINTS:![0-9]+]]
define void @keeps_hints(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %side ], [ %m, %start ]
  %b = icmp slt i32 %i, %y
  br i1 %b, label %start, label %end
start:
  call void @use(i32 %i)
  %m = add i32 %i, 1
  br i1 %c, label %side, label %loop, !llvm.loop !0
side:
  %n = add i32 %i, 2
  br label %loop
end:
  ret void
}

; CHECK-LABEL: @keeps_hints_of_side(
; CHECK: select
; CHECK-NEXT: br label %loop, !llvm.loop [[HINTS]]
define void @keeps_hints_of_side(i1 %c, i32 %x, i32 %y, float %f, float %g, i64 %l, double %d, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %side ], [ %m, %start ]
  %b = icmp slt i32 %i, %y
  br i1 %b, label %start, label %end
start:
  call void @use(i32 %i)
  %m = add i32 %i, 1
  br i1 %c, label %side, label %loop
side:
  %n = add i32 %i, 2
  br label %loop, !llvm.loop !0
end:
  ret void
}

; CHECK: [[HINTS]] = distinct !{[[HINTS]], [[COUNT:![0-9]+]]}
; CHECK: [[COUNT]] = !{!"llvm.loop.unroll.count", i32 2}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 2}
