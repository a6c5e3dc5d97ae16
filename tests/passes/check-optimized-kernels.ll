; RUN: split-file %s %t
; RUN: clc-opt -passes=check-optimized-kernels -S %t/good.ll | FileCheck %t/good.ll
; RUN: not clc-opt -passes=check-optimized-kernels -S %t/lost.ll 2>&1 | FileCheck %t/lost.ll
; RUN: not clc-opt -passes=check-optimized-kernels -S %t/loop.ll 2>&1 | FileCheck %t/loop.ll
; RUN: not clc-opt -passes=check-optimized-kernels -S %t/recursive.ll 2>&1 | FileCheck %t/recursive.ll

;--- good.ll
; CHECK: define spir_kernel void @one_path_returns(i1 %c) {
define spir_kernel void @one_path_returns(i1 %c) {
  br i1 %c, label %bad, label %good
bad:
  unreachable
good:
  ret void
}
; An endless loop without an undefined end is what the program says.
; CHECK: define spir_kernel void @waits_for_ever() {
define spir_kernel void @waits_for_ever() {
  br label %loop
loop:
  br label %loop
}
; CHECK: define spir_kernel void @one_path_waits_for_ever(i1 %c) {
define spir_kernel void @one_path_waits_for_ever(i1 %c) {
  br i1 %c, label %bad, label %loop
bad:
  unreachable
loop:
  br label %loop
}
; What no path reaches does not count.
; CHECK: define spir_kernel void @undefined_nowhere() {
define spir_kernel void @undefined_nowhere() {
  ret void
bad:
  br label %worse
worse:
  unreachable
}
; The mark has served.
; CHECK: define spir_kernel void @source_says_so() {
define spir_kernel void @source_says_so() "clc-may-end" {
  unreachable
}
; CHECK: define void @no_kernel() {
define void @no_kernel() {
  unreachable
}

; CHECK: declare spir_kernel void @elsewhere()
declare spir_kernel void @elsewhere()

;--- lost.ll
; CHECK: kernel lost does something undefined on every path
define spir_kernel void @lost(i1 %c) {
  br i1 %c, label %a, label %b
a:
  unreachable
b:
  unreachable
}

;--- loop.ll
; CHECK: kernel lost_behind_a_loop does something undefined on every path
define spir_kernel void @lost_behind_a_loop(i1 %c) {
  br label %loop
loop:
  br i1 %c, label %loop, label %bad
bad:
  br label %worse
worse:
  unreachable
dead:
  ret void
}

;--- recursive.ll
; CHECK: even
define spir_kernel void @k() {
  call void @even()
  ret void
}
define internal void @even() {
  call void @odd()
  ret void
}
define internal void @odd() {
  call void @even()
  ret void
}
