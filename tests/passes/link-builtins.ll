; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl '-passes=link-builtins<nvptx:sm_90>' -S %s | FileCheck %s
; RUN: clc-opt '-passes=link-builtins<driver:pocl>' -S %s | FileCheck --check-prefix=NONE %s
target triple = "nvptx64-nvidia-nvcl"

; A function that no library has stays declared, for check-undefined-functions.
; CHECK: declare void @unknown()
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: call i64 @_Z13get_global_idj(i32 0)
; CHECK: call void @unknown()
; CHECK: define {{.*}}i64 @_Z13get_global_idj(i32
; Functions that nobody calls stay in their library.
; CHECK-NOT: @_Z3sinf

; Drivers bring their own functions.
; NONE: declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z13get_global_idj(i32)
declare void @unknown()

define ptx_kernel void @k() {
  %i = call i64 @_Z13get_global_idj(i32 0)
  call void @unknown()
  ret void
}
