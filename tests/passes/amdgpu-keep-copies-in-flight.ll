; Single instructions, and where the pass must not fire, are in amdgpu-keep-copies-in-flight.mir.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -run-machine-passes=amdgpu-keep-copies-in-flight %S/amdgpu-keep-copies-in-flight.mir | FileCheck %S/amdgpu-keep-copies-in-flight.mir
; In the code generator, and what it writes without the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -passes=print-assembly -disable-output %s | FileCheck %s
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -disable-clc-pass=amdgpu-keep-copies-in-flight -passes=print-assembly -disable-output %s | FileCheck %s --check-prefix=WITHOUT

; One load to local memory is still under way when the other one has been waited for.
; CHECK-LABEL: copies:
; CHECK: global_load_lds_dword
; CHECK: global_load_lds_dword
; CHECK-NOT: vmcnt(0)
; CHECK: s_waitcnt vmcnt(1)
; CHECK-NOT: vmcnt(0)
; CHECK: s_barrier
; CHECK-NOT: vmcnt(0)
; CHECK: ds_read_b32
; CHECK: s_endpgm
; WITHOUT-LABEL: copies:
; WITHOUT: global_load_lds_dword
; WITHOUT: global_load_lds_dword
; WITHOUT: vmcnt(0)
; WITHOUT: s_barrier
@tile = internal addrspace(3) global [256 x i32] poison, align 16
define amdgpu_kernel void @copies(ptr addrspace(1) %in, ptr addrspace(1) %out) "clc-waits-for-copies" "amdgpu-flat-work-group-size"="128,128" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %next = getelementptr i32, ptr addrspace(1) %from, i32 128
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %from, ptr addrspace(3) @tile, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %next, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i32 512), i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.s.waitcnt(i32 3953)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  %x = load i32, ptr addrspace(3) %mine
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %x, ptr addrspace(1) %to
  ret void
}
