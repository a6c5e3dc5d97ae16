; RUN: clc-opt -passes=note-ends-of-source -S %s | FileCheck %s

; CHECK: define spir_kernel void @ends() [[MAY_END:#[0-9]+]]
define spir_kernel void @ends() {
  unreachable
}

; CHECK: define spir_kernel void @calls_one_that_ends() [[MAY_END]]
define spir_kernel void @calls_one_that_ends() {
  call void @helper()
  ret void
}

; CHECK: define void @helper() {
define void @helper() {
  unreachable
}

; CHECK: define spir_kernel void @returns() {
define spir_kernel void @returns() {
  ret void
}

; CHECK: attributes [[MAY_END]] = { "clc-may-end" }
