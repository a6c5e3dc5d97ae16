; RUN: clc-opt -passes='link-builtins<driver:pocl>' -S %s | FileCheck %s
; RUN: not clc-opt -passes='link-builtins<nvptx:sm_90>' -S %s 2>&1 | FileCheck --check-prefix=LOST %s

; Drivers have their own builtins, so nothing is linked: functions stay declared.
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: [[Y:%.*]] = call spir_func float @_Z3sinf(float %x)
; CHECK-NEXT: store float [[Y]], ptr addrspace(1) %p
; CHECK-NEXT: ret void
; CHECK: declare spir_func float @_Z3sinf(float)

; clc-opt lies where it finds no libraries.
; LOST: error: builtin library {{.*}}share/clc/builtins/nvptx64.bc could not be read
define spir_kernel void @k(ptr addrspace(1) %p, float %x) {
  %y = call spir_func float @_Z3sinf(float %x)
  store float %y, ptr addrspace(1) %p
  ret void
}

declare spir_func float @_Z3sinf(float)
