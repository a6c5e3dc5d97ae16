; Single instructions, and where the pass must not fire, are in amdgpu-read-known-elements.mir.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -run-machine-passes=amdgpu-read-known-elements %S/amdgpu-read-known-elements.mir | FileCheck %S/amdgpu-read-known-elements.mir
; In the code generator, and what it writes without the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -clc-codegen-level=3 -passes=print-assembly -disable-output %s | FileCheck %s
; RUN: ! clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -clc-codegen-level=3 -disable-clc-pass=amdgpu-read-known-elements -passes=print-assembly -disable-output %s

; The element's number, 0, is found late. Without the pass LLVM crashes.
; CHECK-LABEL: late_number:
; CHECK: s_load_dwordx16 s[[[V:[0-9]+]]:{{[0-9]+}}], s[8:9], 0x80
; CHECK: v_pk_mov_b32 v[[[A:[0-9]+]]:{{[0-9]+}}], s[[[V]]:
; CHECK: v_mov_b32_e32 v{{[0-9]+}}, v[[A]]
; CHECK-NOT: s_set_gpr_idx
; CHECK: s_endpgm
define amdgpu_kernel void @late_number(i64 %x, i64 %y, <16 x i64> %v) {
  %numbers = insertelement <8 x i64> zeroinitializer, i64 %x, i64 1
  %sum = call i64 @llvm.uadd.sat.i64(i64 %y, i64 1)
  %saturated = insertelement <8 x i64> zeroinitializer, i64 %sum, i64 0
  %parts = bitcast <8 x i64> %numbers to <16 x i32>
  %number = extractelement <16 x i32> %parts, i64 0
  %element = extractelement <16 x i64> %v, i32 %number
  %result = insertelement <8 x i64> zeroinitializer, i64 %element, i64 0
  store <8 x i64> %result, ptr addrspace(1) null, align 8
  ret void
}
