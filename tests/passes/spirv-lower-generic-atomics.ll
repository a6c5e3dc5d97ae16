; RUN: clc-opt -mtriple=spirv64 -passes=spirv-lower-generic-atomics -S %s | FileCheck %s

declare spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4iiii(ptr addrspace(4), i32, i32, i32)
declare spir_func void @_Z19__spirv_AtomicStorePU3AS4iiii(ptr addrspace(4), i32, i32, i32)
declare spir_func i32 @_Z18__spirv_AtomicLoadPU3AS4iii(ptr addrspace(4), i32, i32)
declare spir_func i32 @_Z29__spirv_AtomicCompareExchangePU3AS4iiiiii(ptr addrspace(4), i32, i32, i32, i32, i32)
declare spir_func void @_Z23__spirv_AtomicFlagClearPU3AS4iii(ptr addrspace(4), i32, i32)
declare spir_func i1 @_Z28__spirv_AtomicFlagTestAndSetPU3AS4iii(ptr addrspace(4), i32, i32)
declare spir_func i32 @_Z21__spirv_AtomicStrangePU3AS4iiii(ptr addrspace(4), i32, i32, i32)
declare spir_func i32 @_Z17__spirv_OtherIAddPU3AS4iiii(ptr addrspace(4), i32, i32, i32)
declare spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4jiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4ji(i64)
declare spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4v() addrspace(4)
declare spir_func i32 @_Z18__spirv_AtomicIAddPiiii(ptr addrspace(4), i32, i32, i32)

; 4 is the number of local memory's storage class.
; CHECK-LABEL: @add(
; CHECK-NEXT: [[L:%.*]] = call spir_func ptr addrspace(3) @_Z40__spirv_GenericCastToPtrExplicit_ToLocalPU3AS4vi(ptr addrspace(4) %p, i32 4)
; CHECK-NEXT: [[C:%.*]] = icmp ne ptr addrspace(3) [[L]], null
; CHECK-NEXT: br i1 [[C]], label %[[A:.*]], label %[[B:.*]]
; CHECK: [[A]]:
; CHECK-NEXT: [[X:%.*]] = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(ptr addrspace(3) [[L]], i32 1, i32 16, i32 %v)
; CHECK-NEXT: br label %[[END:.*]]
; CHECK: [[B]]:
; CHECK-NEXT: [[G:%.*]] = addrspacecast ptr addrspace(4) %p to ptr addrspace(1)
; CHECK-NEXT: [[Y:%.*]] = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1) [[G]], i32 1, i32 16, i32 %v)
; CHECK-NEXT: br label %[[END]]
; CHECK: [[END]]:
; CHECK-NEXT: [[R:%.*]] = phi i32 [ [[X]], %[[A]] ], [ [[Y]], %[[B]] ]
; CHECK-NEXT: ret i32 [[R]]
define i32 @add(ptr addrspace(4) %p, i32 %v) {
  %r = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}

; CHECK-LABEL: @store(
; CHECK: call spir_func void @_Z19__spirv_AtomicStorePU3AS3iiii(ptr addrspace(3) %{{.*}}, i32 1, i32 16, i32 %v)
; CHECK: call spir_func void @_Z19__spirv_AtomicStorePU3AS1iiii(ptr addrspace(1) %{{.*}}, i32 1, i32 16, i32 %v)
; CHECK-NOT: phi
; CHECK: ret void
define void @store(ptr addrspace(4) %p, i32 %v) {
  call spir_func void @_Z19__spirv_AtomicStorePU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret void
}

; CHECK-LABEL: @two(
; CHECK: AtomicIAddPU3AS3
; CHECK: AtomicIAddPU3AS1
; CHECK: AtomicLoadPU3AS3
; CHECK: AtomicLoadPU3AS1
define i32 @two(ptr addrspace(4) %p, i32 %v) {
  %r = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  %s = call spir_func i32 @_Z18__spirv_AtomicLoadPU3AS4iii(ptr addrspace(4) %p, i32 1, i32 16)
  ret i32 %s
}

; A cast pointer to anything but the work-item's own memory.
; CHECK-LABEL: @of_global(
; CHECK: AtomicIAddPU3AS3
; CHECK: AtomicIAddPU3AS1
define i32 @of_global(ptr addrspace(1) %g, i32 %v) {
  %p = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %r = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}

; CHECK-LABEL: @private_and_unknown(
; CHECK-NOT: store
; CHECK: AtomicStrangePU3AS3
; CHECK: AtomicStrangePU3AS1
define i32 @private_and_unknown(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z21__spirv_AtomicStrangePU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}

; CHECK-LABEL: @private_store(
; CHECK: addrspacecast
; CHECK-NEXT: store i32 %v, ptr %a
; CHECK-NEXT: ret void
define void @private_store(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  call spir_func void @_Z19__spirv_AtomicStorePU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret void
}

; CHECK-LABEL: @private_load(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_load(ptr %a) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z18__spirv_AtomicLoadPU3AS4iii(ptr addrspace(4) %p, i32 1, i32 16)
  ret i32 %r
}

; CHECK-LABEL: @private_clear(
; CHECK: addrspacecast
; CHECK-NEXT: store i32 0, ptr %a
; CHECK-NEXT: ret void
define void @private_clear(ptr %a) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  call spir_func void @_Z23__spirv_AtomicFlagClearPU3AS4iii(ptr addrspace(4) %p, i32 1, i32 16)
  ret void
}

; CHECK-LABEL: @private_test_and_set(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: [[R:%.*]] = icmp ne i32 [[X]], 0
; CHECK-NEXT: store i32 1, ptr %a
; CHECK-NEXT: ret i1 [[R]]
define i1 @private_test_and_set(ptr %a) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i1 @_Z28__spirv_AtomicFlagTestAndSetPU3AS4iii(ptr addrspace(4) %p, i32 1, i32 16)
  ret i1 %r
}

; The new value comes before the one compared with.
; CHECK-LABEL: @private_compare_exchange(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: [[C:%.*]] = icmp eq i32 [[X]], %old
; CHECK-NEXT: [[W:%.*]] = select i1 [[C]], i32 %new, i32 [[X]]
; CHECK-NEXT: store i32 [[W]], ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_compare_exchange(ptr %a, i32 %old, i32 %new) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z29__spirv_AtomicCompareExchangePU3AS4iiiiii(ptr addrspace(4) %p, i32 1, i32 16, i32 16, i32 %new, i32 %old)
  ret i32 %r
}

; CHECK-LABEL: @private_exchange(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: store i32 %v, ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_exchange(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z22__spirv_AtomicExchangePU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}
declare spir_func i32 @_Z22__spirv_AtomicExchangePU3AS4iiii(ptr addrspace(4), i32, i32, i32)

; CHECK-LABEL: @private_iadd(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: [[W:%.*]] = add i32 [[X]], %v
; CHECK-NEXT: store i32 [[W]], ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_iadd(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}

; CHECK-LABEL: @private_isub(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: [[W:%.*]] = sub i32 [[X]], %v
; CHECK-NEXT: store i32 [[W]], ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_isub(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z18__spirv_AtomicISubPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}
declare spir_func i32 @_Z18__spirv_AtomicISubPU3AS4iiii(ptr addrspace(4), i32, i32, i32)

; CHECK-LABEL: @private_and(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: [[W:%.*]] = and i32 [[X]], %v
; CHECK-NEXT: store i32 [[W]], ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_and(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z17__spirv_AtomicAndPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}
declare spir_func i32 @_Z17__spirv_AtomicAndPU3AS4iiii(ptr addrspace(4), i32, i32, i32)

; CHECK-LABEL: @private_or(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: [[W:%.*]] = or i32 [[X]], %v
; CHECK-NEXT: store i32 [[W]], ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_or(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z16__spirv_AtomicOrPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}
declare spir_func i32 @_Z16__spirv_AtomicOrPU3AS4iiii(ptr addrspace(4), i32, i32, i32)

; CHECK-LABEL: @private_xor(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: [[W:%.*]] = xor i32 [[X]], %v
; CHECK-NEXT: store i32 [[W]], ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_xor(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z17__spirv_AtomicXorPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}
declare spir_func i32 @_Z17__spirv_AtomicXorPU3AS4iiii(ptr addrspace(4), i32, i32, i32)

; CHECK-LABEL: @private_smin(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: [[C:%.*]] = icmp sle i32 [[X]], %v
; CHECK-NEXT: [[W:%.*]] = select i1 [[C]], i32 [[X]], i32 %v
; CHECK-NEXT: store i32 [[W]], ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_smin(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z18__spirv_AtomicSMinPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}
declare spir_func i32 @_Z18__spirv_AtomicSMinPU3AS4iiii(ptr addrspace(4), i32, i32, i32)

; CHECK-LABEL: @private_umin(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: [[C:%.*]] = icmp ule i32 [[X]], %v
; CHECK-NEXT: [[W:%.*]] = select i1 [[C]], i32 [[X]], i32 %v
; CHECK-NEXT: store i32 [[W]], ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_umin(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z18__spirv_AtomicUMinPU3AS4jiij(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}
declare spir_func i32 @_Z18__spirv_AtomicUMinPU3AS4jiij(ptr addrspace(4), i32, i32, i32)

; CHECK-LABEL: @private_smax(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: [[C:%.*]] = icmp sgt i32 [[X]], %v
; CHECK-NEXT: [[W:%.*]] = select i1 [[C]], i32 [[X]], i32 %v
; CHECK-NEXT: store i32 [[W]], ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_smax(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z18__spirv_AtomicSMaxPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}
declare spir_func i32 @_Z18__spirv_AtomicSMaxPU3AS4iiii(ptr addrspace(4), i32, i32, i32)

; CHECK-LABEL: @private_umax(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load i32, ptr %a
; CHECK-NEXT: [[C:%.*]] = icmp ugt i32 [[X]], %v
; CHECK-NEXT: [[W:%.*]] = select i1 [[C]], i32 [[X]], i32 %v
; CHECK-NEXT: store i32 [[W]], ptr %a
; CHECK-NEXT: ret i32 [[X]]
define i32 @private_umax(ptr %a, i32 %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func i32 @_Z18__spirv_AtomicUMaxPU3AS4jiij(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}
declare spir_func i32 @_Z18__spirv_AtomicUMaxPU3AS4jiij(ptr addrspace(4), i32, i32, i32)

; CHECK-LABEL: @private_faddext(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load float, ptr %a
; CHECK-NEXT: [[W:%.*]] = fadd float [[X]], %v
; CHECK-NEXT: store float [[W]], ptr %a
; CHECK-NEXT: ret float [[X]]
define float @private_faddext(ptr %a, float %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func float @_Z21__spirv_AtomicFAddEXTPU3AS4fiif(ptr addrspace(4) %p, i32 1, i32 16, float %v)
  ret float %r
}
declare spir_func float @_Z21__spirv_AtomicFAddEXTPU3AS4fiif(ptr addrspace(4), i32, i32, float)

; CHECK-LABEL: @private_fminext(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load float, ptr %a
; CHECK-NEXT: [[W:%.*]] = call float @llvm.minnum.f32(float [[X]], float %v)
; CHECK-NEXT: store float [[W]], ptr %a
; CHECK-NEXT: ret float [[X]]
define float @private_fminext(ptr %a, float %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func float @_Z21__spirv_AtomicFMinEXTPU3AS4fiif(ptr addrspace(4) %p, i32 1, i32 16, float %v)
  ret float %r
}
declare spir_func float @_Z21__spirv_AtomicFMinEXTPU3AS4fiif(ptr addrspace(4), i32, i32, float)

; CHECK-LABEL: @private_fmaxext(
; CHECK: addrspacecast
; CHECK-NEXT: [[X:%.*]] = load float, ptr %a
; CHECK-NEXT: [[W:%.*]] = call float @llvm.maxnum.f32(float [[X]], float %v)
; CHECK-NEXT: store float [[W]], ptr %a
; CHECK-NEXT: ret float [[X]]
define float @private_fmaxext(ptr %a, float %v) {
  %p = addrspacecast ptr %a to ptr addrspace(4)
  %r = call spir_func float @_Z21__spirv_AtomicFMaxEXTPU3AS4fiif(ptr addrspace(4) %p, i32 1, i32 16, float %v)
  ret float %r
}
declare spir_func float @_Z21__spirv_AtomicFMaxEXTPU3AS4fiif(ptr addrspace(4), i32, i32, float)

; CHECK-LABEL: @indirect(
; CHECK-NEXT: %r = call spir_func i32 %f(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
; CHECK-NEXT: ret i32 %r
define i32 @indirect(ptr %f, ptr addrspace(4) %p, i32 %v) {
  %r = call spir_func i32 %f(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}

; A function of the program's own.
; CHECK-LABEL: @defined(
; CHECK-NEXT: %r = call spir_func i32 @_Z19__spirv_AtomicIAdd_PU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
; CHECK-NEXT: ret i32 %r
define i32 @defined(ptr addrspace(4) %p, i32 %v) {
  %r = call spir_func i32 @_Z19__spirv_AtomicIAdd_PU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}
define spir_func i32 @_Z19__spirv_AtomicIAdd_PU3AS4iiii(ptr addrspace(4) %p, i32 %s, i32 %m, i32 %v) {
  ret i32 %v
}

; CHECK-LABEL: @no_arguments(
; CHECK-NEXT: %r = call spir_func addrspace(4) i32 @_Z18__spirv_AtomicIAddPU3AS4v()
; CHECK-NEXT: ret i32 %r
define i32 @no_arguments() {
  %r = call spir_func addrspace(4) i32 @_Z18__spirv_AtomicIAddPU3AS4v()
  ret i32 %r
}

; CHECK-LABEL: @no_pointer(
; CHECK-NEXT: %r = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4ji(i64 %p)
; CHECK-NEXT: ret i32 %r
define i32 @no_pointer(i64 %p) {
  %r = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4ji(i64 %p)
  ret i32 %r
}

; CHECK-LABEL: @no_generic_pointer(
; CHECK-NEXT: %r = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4jiii(ptr addrspace(1) %p, i32 1, i32 16, i32 %v)
; CHECK-NEXT: ret i32 %r
define i32 @no_generic_pointer(ptr addrspace(1) %p, i32 %v) {
  %r = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS4jiii(ptr addrspace(1) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}

; CHECK-LABEL: @no_atomic_operation(
; CHECK-NEXT: %r = call spir_func i32 @_Z17__spirv_OtherIAddPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
; CHECK-NEXT: ret i32 %r
define i32 @no_atomic_operation(ptr addrspace(4) %p, i32 %v) {
  %r = call spir_func i32 @_Z17__spirv_OtherIAddPU3AS4iiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}

; CHECK-LABEL: @name_without_generic_pointer(
; CHECK-NEXT: %r = call spir_func i32 @_Z18__spirv_AtomicIAddPiiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
; CHECK-NEXT: ret i32 %r
define i32 @name_without_generic_pointer(ptr addrspace(4) %p, i32 %v) {
  %r = call spir_func i32 @_Z18__spirv_AtomicIAddPiiii(ptr addrspace(4) %p, i32 1, i32 16, i32 %v)
  ret i32 %r
}

; CHECK: declare spir_func ptr addrspace(3) @_Z40__spirv_GenericCastToPtrExplicit_ToLocalPU3AS4vi(ptr addrspace(4), i32)
