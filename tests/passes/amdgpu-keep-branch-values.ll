; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-keep-branch-values -S %s | FileCheck %s
; What structurizing makes of it, and what without the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-keep-branch-values,structurizecfg -S %s | FileCheck %s --check-prefix=WITH
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=structurizecfg -S %s | FileCheck %s --check-prefix=WITHOUT

; CHECK-LABEL: @two_ways(
; CHECK: assign:
; CHECK-NEXT: %new = insertelement <3 x i32> %old, i32 7, i64 0
; CHECK-NEXT: br label %[[END:[0-9]+]]
; CHECK: [[END]]:
; CHECK-NEXT: br label %next
; CHECK: next:
; CHECK-NEXT: phi <3 x i32> [ %new, %[[END]] ], [ %old, %compare ]
; WITH-LABEL: @two_ways(
; WITH: assign:
; WITH-NEXT: %new = insertelement
; WITHOUT-LABEL: @two_ways(
; WITHOUT: %new = insertelement
; WITHOUT: br i1
define <3 x i32> @two_ways(<3 x i32> %old, i32 %v, ptr %limit) {
entry:
  %zero = icmp eq i32 %v, 0
  br i1 %zero, label %assign, label %compare
compare:
  %l = load i32, ptr %limit
  %less = icmp ult i32 %v, %l
  br i1 %less, label %assign, label %next
assign:
  %new = insertelement <3 x i32> %old, i32 7, i64 0
  br label %next
next:
  %r = phi <3 x i32> [ %new, %assign ], [ %old, %compare ]
  ret <3 x i32> %r
}

; CHECK-LABEL: @both_sides_of_one_branch(
; CHECK-NOT: {{^[0-9]+}}:
; CHECK: ret
define <3 x i32> @both_sides_of_one_branch(<3 x i32> %old, i1 %c) {
  br i1 %c, label %then, label %else
then:
  %a = insertelement <3 x i32> %old, i32 7, i64 0
  br label %next
else:
  %b = insertelement <3 x i32> %old, i32 8, i64 0
  br label %next
next:
  %r = phi <3 x i32> [ %a, %then ], [ %b, %else ]
  ret <3 x i32> %r
}

; The sides meet where a third block leads to, too.
; CHECK-LABEL: @three_meet(
; CHECK: then:
; CHECK: br label %{{[0-9]+}}
; CHECK: else:
; CHECK: br label %{{[0-9]+}}
; CHECK: third:
define <3 x i32> @three_meet(<3 x i32> %old, i1 %c, i1 %d) {
  br i1 %d, label %branch, label %third
branch:
  br i1 %c, label %then, label %else
then:
  %a = insertelement <3 x i32> %old, i32 7, i64 0
  br label %next
else:
  %b = insertelement <3 x i32> %old, i32 8, i64 0
  br label %next
third:
  br label %next
next:
  %r = phi <3 x i32> [ %a, %then ], [ %b, %else ], [ %old, %third ]
  ret <3 x i32> %r
}

; The sides begin at two branches.
; CHECK-LABEL: @other_start(
; CHECK: then:
; CHECK: br label %{{[0-9]+}}
; CHECK: next:
define <3 x i32> @other_start(<3 x i32> %old, i1 %c, i1 %d, i1 %e) {
  br i1 %d, label %first, label %second
first:
  br i1 %c, label %then, label %end
second:
  br i1 %e, label %else, label %end
then:
  %a = insertelement <3 x i32> %old, i32 7, i64 0
  br label %next
else:
  br label %next
next:
  %r = phi <3 x i32> [ %a, %then ], [ %old, %else ]
  ret <3 x i32> %r
end:
  ret <3 x i32> zeroinitializer
}

; The other side may lead elsewhere.
; CHECK-LABEL: @other_end(
; CHECK: then:
; CHECK: br label %{{[0-9]+}}
; CHECK: next:
define <3 x i32> @other_end(<3 x i32> %old, i1 %c, i1 %d) {
  br i1 %c, label %then, label %else
then:
  %a = insertelement <3 x i32> %old, i32 7, i64 0
  br label %next
else:
  br i1 %d, label %next, label %end
next:
  %r = phi <3 x i32> [ %a, %then ], [ %old, %else ]
  ret <3 x i32> %r
end:
  ret <3 x i32> zeroinitializer
}

; A branch around the block, and a block that no branch leads to.
; CHECK-LABEL: @no_else(
; CHECK-NOT: {{^[0-9]+}}:
; CHECK: ret
define <3 x i32> @no_else(<3 x i32> %old, i1 %c) {
  br i1 %c, label %then, label %next
then:
  %a = insertelement <3 x i32> %old, i32 7, i64 0
  br label %next
next:
  %r = phi <3 x i32> [ %a, %then ], [ %old, %0 ]
  ret <3 x i32> %r
}
; CHECK-LABEL: @plain_way(
; CHECK-NOT: {{^[0-9]+}}:
; CHECK: ret
define <3 x i32> @plain_way(<3 x i32> %old, i1 %c, i32 %v) {
  br i1 %c, label %before, label %cases
before:
  br label %block
block:
  %a = insertelement <3 x i32> %old, i32 7, i64 0
  br label %next
cases:
  switch i32 %v, label %next [ i32 1, label %case
                               i32 2, label %case ]
case:
  %b = insertelement <3 x i32> %old, i32 8, i64 0
  br label %next
next:
  %r = phi <3 x i32> [ %a, %block ], [ %b, %case ], [ %old, %cases ]
  ret <3 x i32> %r
}

; Values that the structurizer does not move: they cost something, or are not of the block.
; CHECK-LABEL: @other_values(
; CHECK-NOT: {{^[0-9]+}}:
; CHECK: ret
define i32 @other_values(<3 x i32> %old, i32 %v, i1 %c, i1 %d, i1 %e) {
entry:
  %free = extractelement <3 x i32> %old, i64 1
  br i1 %c, label %assign, label %compare
compare:
  br i1 %d, label %assign, label %next
assign:
  %in = phi i32 [ 1, %entry ], [ 2, %compare ]
  %sum = mul i32 %v, %v
  br label %next
next:
  %r = phi i32 [ %sum, %assign ], [ %v, %compare ]
  %s = phi i32 [ %free, %assign ], [ %v, %compare ]
  %t = phi i32 [ %in, %assign ], [ %v, %compare ]
  %u = phi i32 [ %v, %assign ], [ 5, %compare ]
  %w = phi i32 [ 6, %assign ], [ 5, %compare ]
  %rs = add i32 %r, %s
  %tu = add i32 %t, %u
  %rstu = add i32 %rs, %tu
  %all = add i32 %rstu, %w
  ret i32 %all
}

; CHECK-LABEL: @two_successors(
; CHECK-NOT: {{^[0-9]+}}:
; CHECK: ret
define <3 x i32> @two_successors(<3 x i32> %old, i1 %c, i1 %d, i1 %e) {
entry:
  br i1 %c, label %assign, label %compare
compare:
  br i1 %d, label %assign, label %end
assign:
  %new = insertelement <3 x i32> %old, i32 7, i64 0
  br i1 %e, label %next, label %end
next:
  %r = phi <3 x i32> [ %new, %assign ]
  ret <3 x i32> %r
end:
  ret <3 x i32> zeroinitializer
}

; One side alone leads to the phi.
; CHECK-LABEL: @one_side(
; CHECK: then:
; CHECK: br label %{{[0-9]+}}
; CHECK: next:
define <3 x i32> @one_side(<3 x i32> %old, i1 %c) {
  br i1 %c, label %then, label %end
then:
  %a = insertelement <3 x i32> %old, i32 7, i64 0
  br label %next
next:
  %r = phi <3 x i32> [ %a, %then ]
  ret <3 x i32> %r
end:
  ret <3 x i32> zeroinitializer
}

; Two branches lead to both sides.
; CHECK-LABEL: @sides_of_two_branches(
; CHECK: then:
; CHECK: br label %{{[0-9]+}}
; CHECK: else:
define <3 x i32> @sides_of_two_branches(<3 x i32> %old, i1 %c, i1 %d, i1 %e) {
  br i1 %c, label %first, label %second
first:
  br i1 %d, label %then, label %else
second:
  br i1 %e, label %then, label %else
then:
  %a = insertelement <3 x i32> %old, i32 7, i64 0
  br label %next
else:
  br label %next
next:
  %r = phi <3 x i32> [ %a, %then ], [ %old, %else ]
  ret <3 x i32> %r
}
