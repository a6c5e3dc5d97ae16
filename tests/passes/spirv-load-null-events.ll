; RUN: clc-opt -mtriple=spirv64 -passes=spirv-load-null-events -S %s | FileCheck %s

; CHECK-LABEL: @joined(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[V:%.*]] = alloca target("spirv.Event")
; CHECK-NEXT: store target("spirv.Event") zeroinitializer, ptr [[V]]
; CHECK-NEXT: [[N:%.*]] = load target("spirv.Event"), ptr [[V]]
; CHECK: phi target("spirv.Event") [ [[N]], %entry ], [ %e, %then ]
; CHECK: select i1 %c, target("spirv.Event") %j, target("spirv.Event") [[N]]
define target("spirv.Event") @joined(i1 %c, target("spirv.Event") %e) {
entry:
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %j = phi target("spirv.Event") [ zeroinitializer, %entry ], [ %e, %then ]
  %s = select i1 %c, target("spirv.Event") %j, target("spirv.Event") zeroinitializer
  ret target("spirv.Event") %s
}

; CHECK-LABEL: @returned(
; CHECK: [[N:%.*]] = load target("spirv.Event")
; CHECK-NEXT: ret target("spirv.Event") [[N]]
define target("spirv.Event") @returned() {
  ret target("spirv.Event") zeroinitializer
}

; Stores and arguments stay as they are.
; CHECK-LABEL: @stored(
; CHECK-NEXT: store target("spirv.Event") zeroinitializer, ptr %p
; CHECK-NEXT: call target("spirv.Event") @joined(i1 true, target("spirv.Event") zeroinitializer)
define void @stored(ptr %p) {
  store target("spirv.Event") zeroinitializer, ptr %p
  call target("spirv.Event") @joined(i1 true, target("spirv.Event") zeroinitializer)
  ret void
}
