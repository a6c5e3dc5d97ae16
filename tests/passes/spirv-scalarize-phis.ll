; RUN: clc-opt -passes=spirv-scalarize-phis -S %s | FileCheck %s

declare void @uses(<2 x float>, i32)

; CHECK-LABEL: @scalarizes(
; CHECK: entry:
; CHECK: [[X0:%.*]] = extractelement <2 x float> %start, i64 0
; CHECK: [[Y0:%.*]] = extractelement <2 x float> %start, i64 1
; CHECK: loop:
; CHECK-NEXT: [[X:%.*]] = phi float [ [[X0]], %entry ], [ %x1, %loop ]
; CHECK-NEXT: [[Y:%.*]] = phi float [ [[Y0]], %entry ], [ %y1, %loop ]
; CHECK-NOT: insertelement
; CHECK: %x1 = fadd float [[X]], [[Y]]
; CHECK: exit:
; CHECK: insertelement <2 x float>
define <2 x float> @scalarizes(<2 x float> %start) {
entry:
  br label %loop
loop:
  %v = phi <2 x float> [ %start, %entry ], [ %w, %loop ]
  %x = extractelement <2 x float> %v, i32 0
  %y = extractelement <2 x float> %v, i32 1
  %x1 = fadd float %x, %y
  %y1 = fsub float %x, %y
  %u = insertelement <2 x float> poison, float %x1, i32 0
  %w = insertelement <2 x float> %u, float %y1, i32 1
  %more = fcmp olt float %x1, 8.0
  br i1 %more, label %loop, label %exit
exit:
  %result = phi <2 x float> [ %w, %loop ]
  %e = extractelement <2 x float> %result, i32 0
  ret <2 x float> %result
}

; The vector itself is put together where something uses it; the last of two insertions counts.
; CHECK-LABEL: @puts_together_for_other_users(
; CHECK: loop:
; CHECK-NEXT: [[X:%.*]] = phi float [ 0.000000e+00, %entry ], [ %x1, %loop ]
; CHECK-NEXT: [[Y:%.*]] = phi float [ 0.000000e+00, %entry ], [ %x2, %loop ]
; CHECK: [[HALF:%.*]] = insertelement <2 x float> poison, float [[X]], i64 0
; CHECK: [[WHOLE:%.*]] = insertelement <2 x float> [[HALF]], float [[Y]], i64 1
; CHECK: store volatile <2 x float> [[WHOLE]]
; CHECK: call void @uses(<2 x float> [[WHOLE]], i32 0)
define void @puts_together_for_other_users(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %v = phi <2 x float> [ zeroinitializer, %entry ], [ %w, %loop ]
  store volatile <2 x float> %v, ptr addrspace(1) %p
  call void @uses(<2 x float> %v, i32 0)
  %x = extractelement <2 x float> %v, i32 0
  %x1 = fadd float %x, 1.0
  %x2 = fadd float %x, 2.0
  %u = insertelement <2 x float> poison, float %x, i32 1
  %t = insertelement <2 x float> %u, float %x1, i32 0
  %w = insertelement <2 x float> %t, float %x2, i32 1
  %more = fcmp olt float %x1, 8.0
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A phi that only feeds another such phi.
; CHECK-LABEL: @scalarizes_chains(
; CHECK: join:
; CHECK-NEXT: phi float
; CHECK-NEXT: phi float
; CHECK: end:
; CHECK-NEXT: phi float
; CHECK-NOT: insertelement
define float @scalarizes_chains(float %a, float %b, i1 %c, i1 %d) {
entry:
  %u = insertelement <2 x float> poison, float %a, i32 0
  %v = insertelement <2 x float> %u, float %b, i32 1
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %first = phi <2 x float> [ %v, %entry ], [ splat (float 1.0), %then ]
  br i1 %d, label %other, label %end
other:
  br label %end
end:
  %second = phi <2 x float> [ %first, %join ], [ zeroinitializer, %other ]
  %x = extractelement <2 x float> %second, i32 0
  ret float %x
}

; CHECK-LABEL: @keeps_vectors_that_nobody_takes_apart(
; CHECK: %v = phi <2 x float>
define void @keeps_vectors_that_nobody_takes_apart(ptr addrspace(1) %p, float %x) {
entry:
  br label %loop
loop:
  %v = phi <2 x float> [ zeroinitializer, %entry ], [ %w, %loop ]
  store volatile <2 x float> %v, ptr addrspace(1) %p
  %u = insertelement <2 x float> poison, float %x, i32 1
  %w = insertelement <2 x float> %u, float %x, i32 0
  %more = fcmp olt float %x, 8.0
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @keeps_unknown_vectors(
; CHECK: %v = phi <2 x float>
define float @keeps_unknown_vectors(<2 x float> %start) {
entry:
  br label %loop
loop:
  %v = phi <2 x float> [ %start, %entry ], [ %w, %loop ]
  %w = fadd <2 x float> %v, %start
  %x = extractelement <2 x float> %v, i32 0
  %more = fcmp olt float %x, 8.0
  br i1 %more, label %loop, label %exit
exit:
  ret float %x
}

; Neither branch is outside of a loop that begins here.
; CHECK-LABEL: @keeps_unknown_vectors_of_branches(
; CHECK: %v = phi <2 x float>
define float @keeps_unknown_vectors_of_branches(<2 x float> %a, <2 x float> %b, i1 %c) {
entry:
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %v = phi <2 x float> [ %a, %entry ], [ %b, %then ]
  %x = extractelement <2 x float> %v, i32 0
  ret float %x
}

; CHECK-LABEL: @keeps_incomplete_chains(
; CHECK: %v = phi <2 x float>
define float @keeps_incomplete_chains(<2 x float> %start) {
entry:
  br label %loop
loop:
  %v = phi <2 x float> [ %start, %entry ], [ %w, %loop ]
  %x = extractelement <2 x float> %v, i32 0
  %w = insertelement <2 x float> %v, float %x, i32 1
  %more = fcmp olt float %x, 8.0
  br i1 %more, label %loop, label %exit
exit:
  ret float %x
}

; CHECK-LABEL: @keeps_variable_insertion(
; CHECK: %v = phi <2 x float>
define float @keeps_variable_insertion(<2 x float> %start, i32 %i) {
entry:
  br label %loop
loop:
  %v = phi <2 x float> [ %start, %entry ], [ %w, %loop ]
  %x = extractelement <2 x float> %v, i32 0
  %t = insertelement <2 x float> %v, float %x, i32 0
  %u = insertelement <2 x float> %t, float %x, i32 1
  %w = insertelement <2 x float> %u, float %x, i32 %i
  %more = fcmp olt float %x, 8.0
  br i1 %more, label %loop, label %exit
exit:
  ret float %x
}

; CHECK-LABEL: @keeps_insertion_beyond_the_end(
; CHECK: %v = phi <2 x float>
define float @keeps_insertion_beyond_the_end(<2 x float> %start) {
entry:
  br label %loop
loop:
  %v = phi <2 x float> [ %start, %entry ], [ %w, %loop ]
  %x = extractelement <2 x float> %v, i32 0
  %t = insertelement <2 x float> %v, float %x, i32 0
  %u = insertelement <2 x float> %t, float %x, i32 1
  %w = insertelement <2 x float> %u, float %x, i32 7
  %more = fcmp olt float %x, 8.0
  br i1 %more, label %loop, label %exit
exit:
  ret float %x
}

; CHECK-LABEL: @keeps_variable_extraction(
; CHECK: %v = phi <2 x float>
; CHECK: %v2 = phi <2 x float>
define float @keeps_variable_extraction(float %a, float %b, i32 %i) {
entry:
  br label %loop
loop:
  %v = phi <2 x float> [ zeroinitializer, %entry ], [ %w, %loop ]
  %v2 = phi <2 x float> [ zeroinitializer, %entry ], [ %w, %loop ]
  %x = extractelement <2 x float> %v, i32 %i
  %y = extractelement <2 x float> %v2, i32 5
  %u = insertelement <2 x float> poison, float %a, i32 0
  %w = insertelement <2 x float> %u, float %b, i32 1
  %more = fcmp olt float %x, 8.0
  br i1 %more, label %loop, label %exit
exit:
  ret float %y
}

; CHECK-LABEL: @keeps_long_vectors(
; CHECK: %v = phi <5 x float>
define float @keeps_long_vectors() {
entry:
  br label %loop
loop:
  %v = phi <5 x float> [ zeroinitializer, %entry ], [ splat (float 1.0), %loop ]
  %x = extractelement <5 x float> %v, i32 0
  %more = fcmp olt float %x, 8.0
  br i1 %more, label %loop, label %exit
exit:
  ret float %x
}
