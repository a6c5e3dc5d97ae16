; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -passes=amdgpu-wait-for-write-backs -S %s | FileCheck %s --check-prefixes=CHECK,DEVICE
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx950 -passes=amdgpu-wait-for-write-backs -S %s | FileCheck %s --check-prefixes=CHECK,DEVICE
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx9-4-generic -passes=amdgpu-wait-for-write-backs -S %s | FileCheck %s --check-prefixes=CHECK,DEVICE
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-wait-for-write-backs -S %s | FileCheck %s --check-prefixes=CHECK,SYSTEM
; Chips whose caches write back by themselves.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 -passes=amdgpu-wait-for-write-backs -S %s | FileCheck %s --check-prefix=STAYS
; STAYS-NOT: waitcnt

; CHECK-LABEL: define void @stores(
; CHECK-NEXT: fence release
; CHECK-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
; CHECK-NEXT: store atomic i32 1, ptr addrspace(1) %p monotonic, align 4
; CHECK-NEXT: fence syncscope("one-as") release
; CHECK-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
; CHECK-NEXT: store atomic i32 2, ptr addrspace(1) %p syncscope("one-as") monotonic, align 4
; CHECK-NEXT: ret void
define void @stores(ptr addrspace(1) %p) {
  store atomic i32 1, ptr addrspace(1) %p release, align 4
  store atomic i32 2, ptr addrspace(1) %p syncscope("one-as") seq_cst, align 4
  ret void
}

; CHECK-LABEL: define void @store_for_device(
; DEVICE-NEXT: fence syncscope("agent") release
; DEVICE-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
; DEVICE-NEXT: store atomic i32 1, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
; SYSTEM-NEXT: store atomic i32 1, ptr addrspace(1) %p syncscope("agent") release, align 4
; CHECK-NEXT: ret void
define void @store_for_device(ptr addrspace(1) %p) {
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") release, align 4
  ret void
}

; CHECK-LABEL: define i32 @change(
; CHECK-NEXT: fence release
; CHECK-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
; CHECK-NEXT: %old = atomicrmw add ptr %p, i32 1 monotonic
; CHECK-NEXT: fence release
; CHECK-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
; CHECK-NEXT: %next = atomicrmw add ptr %p, i32 %old acquire
define i32 @change(ptr %p) {
  %old = atomicrmw add ptr %p, i32 1 release
  %next = atomicrmw add ptr %p, i32 %old acq_rel
  ret i32 %next
}

; CHECK-LABEL: define void @exchange(
; CHECK-NEXT: fence release
; CHECK-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
; CHECK-NEXT: %a = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 acquire acquire
; CHECK-NEXT: fence release
; CHECK-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
; CHECK-NEXT: %b = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 monotonic monotonic
define void @exchange(ptr addrspace(1) %p) {
  %a = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 seq_cst seq_cst
  %b = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 release monotonic
  ret void
}

; A fence that only releases is the one before the wait.
; CHECK-LABEL: define void @fences(
; CHECK-NEXT: fence release
; CHECK-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
; CHECK-NEXT: fence release
; CHECK-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
; CHECK-NEXT: fence acquire
; CHECK-NEXT: ret void
define void @fences() {
  fence release
  fence acq_rel
  ret void
}

; CHECK-LABEL: define void @no_release(
; CHECK-NOT: waitcnt
; CHECK: ret void
define void @no_release(ptr addrspace(1) %p) {
  store atomic i32 1, ptr addrspace(1) %p monotonic, align 4
  store i32 2, ptr addrspace(1) %p
  %a = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %b = atomicrmw add ptr addrspace(1) %p, i32 1 acquire
  %c = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 acquire acquire
  %d = load atomic i32, ptr addrspace(1) %p seq_cst, align 4
  fence acquire
  ret void
}

; CHECK-LABEL: define void @within_a_group(
; CHECK-NOT: waitcnt
; CHECK: ret void
define void @within_a_group(ptr addrspace(1) %p) {
  store atomic i32 1, ptr addrspace(1) %p syncscope("workgroup") release, align 4
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("workgroup") release
  %b = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 syncscope("workgroup") release monotonic
  fence syncscope("workgroup") release
  fence syncscope("wavefront") release
  fence syncscope("singlethread") release
  ret void
}

; CHECK-LABEL: define void @local_memory(
; CHECK-NOT: waitcnt
; CHECK: ret void
define void @local_memory(ptr addrspace(3) %p) {
  store atomic i32 1, ptr addrspace(3) %p release, align 4
  %a = atomicrmw add ptr addrspace(3) %p, i32 1 release
  %b = cmpxchg ptr addrspace(3) %p, i32 1, i32 2 release monotonic
  ret void
}
