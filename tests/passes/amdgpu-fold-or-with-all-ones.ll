; Single instructions, and where the pass must not fire, are in amdgpu-fold-or-with-all-ones.mir.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -run-machine-passes=amdgpu-fold-or-with-all-ones %S/amdgpu-fold-or-with-all-ones.mir | FileCheck %S/amdgpu-fold-or-with-all-ones.mir
; In the code generator, and what it writes without the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=print-assembly -disable-output %s | FileCheck %s
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -disable-clc-pass=amdgpu-fold-or-with-all-ones -passes=print-assembly -disable-output %s | FileCheck %s --check-prefix=WITHOUT

; The upper half of the result is that of -4.
; CHECK-LABEL: upper_half_of_long:
; CHECK: v_mov_b32_e32 v1, -1
; CHECK-NOT: v1
; CHECK: global_store_dwordx2 v{{[0-9]+}}, v[0:1]
; WITHOUT-LABEL: upper_half_of_long:
; WITHOUT-NOT: -1
; WITHOUT: global_store_dwordx2 v{{[0-9]+}}, v[0:1]
define amdgpu_kernel void @upper_half_of_long(ptr addrspace(1) %p, i32 %by, i16 %n) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %x = mul i32 %by, %id
  %wide = zext i32 %x to i64
  %ones = xor i64 %wide, -4
  %s = mul i32 %id, 9000
  %m = trunc i32 %s to i16
  %o = add i16 %m, %n
  %other = sext i16 %o to i64
  %or = or i64 %other, %ones
  store i64 %or, ptr addrspace(1) %p
  ret void
}
