; RUN: not clc-opt -passes=check-undefined-functions -S %s 2>&1 | FileCheck %s
; RUN: not clc-opt '-passes=check-undefined-functions<vprintf>' -S %s 2>&1 | FileCheck --check-prefix=SUPPLIED %s
; CHECK: called but not defined for this target: missing(int), vprintf{{$}}
; SUPPLIED: called but not defined for this target: missing(int){{$}}
declare void @_Z7missingi(i32)
declare void @vprintf()
declare void @never_called()
declare float @llvm.sqrt.f32(float)

define void @defined() {
  ret void
}

define spir_kernel void @k() {
  call void @_Z7missingi(i32 1)
  call void @vprintf()
  call void @defined()
  %root = call float @llvm.sqrt.f32(float 2.0)
  ret void
}
