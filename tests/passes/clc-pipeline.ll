; RUN: clc-opt '-passes=clc-pipeline<nvptx:sm_90;3>' -S %s | FileCheck %s
; RUN: clc-opt '-passes=clc-pipeline<nvptx:sm_90;0>' -S %s | FileCheck --check-prefix=O0 %s
; RUN: clc-opt '-passes=clc-pipeline<nvptx:sm_90;3>' -debug-pass-manager -disable-output %s 2>&1 | FileCheck --check-prefix=ONCE %s
; RUN: not clc-opt '-passes=clc-pipeline<nothing:x;3>' -S %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s
; The whole pipeline of a target, the builtin library linked.

; CHECK: define protected ptx_kernel void @k({{.*}}) {{.*}}[[SIZE:#[0-9]+]]
; CHECK: load float, ptr addrspace(1) {{.*}}!invariant.load
; CHECK-NOT: @_Z13get_global_idj
; CHECK: attributes [[SIZE]] = { {{.*}}"nvvm.reqntid"="64,1,1"
; O0: load float, ptr addrspace(1) {{%.*}}, align 4{{$}}
; ONCE: Running pass: {{.*}}NvptxUnrollStridedLoops on k
; ONCE-NOT: NvptxUnrollStridedLoops on k
; UNKNOWN: unknown pass name 'clc-pipeline<nothing:x;3>'
target triple = "nvptx64-nvidia-nvcl"

declare i64 @_Z13get_global_idj(i32)

define protected ptx_kernel void @k(ptr addrspace(1) noalias readonly %from, ptr addrspace(1) noalias %to) !reqd_work_group_size !0 {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr float, ptr addrspace(1) %from, i64 %i
  %x = load float, ptr addrspace(1) %p, align 4
  %q = getelementptr float, ptr addrspace(1) %to, i64 %i
  store float %x, ptr addrspace(1) %q, align 4
  ret void
}

!0 = !{i32 64, i32 1, i32 1}
