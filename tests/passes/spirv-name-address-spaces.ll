; RUN: clc-opt -mtriple=spirv64 -passes=spirv-name-address-spaces -S %s | FileCheck %s --check-prefixes=CHECK,OBJECTS
; RUN: clc-opt -mtriple=spirv64 -passes='spirv-name-address-spaces<all>' -S %s | FileCheck %s --check-prefixes=CHECK,ALL

@number = addrspace(1) global i32 0

declare spir_func i32 @_Z10atomic_addPU3AS4Vii(ptr addrspace(4), i32)
declare spir_func i32 @_Z18__spirv_AtomicLoadPU3AS4iii(ptr addrspace(4), i32, i32)
declare spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4), ptr addrspace(4), i32)
declare spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPU3AS4ii(ptr addrspace(1), ptr addrspace(4), i32)
declare spir_func i1 @_Z10atomic_twoPU3AS4VU7_AtomiciS1_(ptr addrspace(4), ptr addrspace(4))
declare spir_func float @_Z5fractfPU3AS4f(float, ptr addrspace(4))
declare spir_func float @_Z5frexpfPU3AS4i(float, ptr addrspace(4))
declare spir_func float @_Z8lgamma_rfPU3AS4i(float, ptr addrspace(4))
declare spir_func float @_Z4modffPU3AS4f(float, ptr addrspace(4))
declare spir_func float @_Z6remquoffPU3AS4i(float, float, ptr addrspace(4))
declare spir_func <2 x float> @_Z6sincosDv2_fPU3AS4S_(<2 x float>, ptr addrspace(4))
declare spir_func <4 x float> @_Z6vload4mPU3AS4Kf(i64, ptr addrspace(4))
declare spir_func void @_Z7vstore4Dv4_fmPU3AS4f(<4 x float>, i64, ptr addrspace(4))
declare spir_func float @_Z10vload_fromPU3AS4Kf(ptr addrspace(4))
declare spir_func i32 @_Z5otherPU3AS4ii(ptr addrspace(4), i32)
declare spir_func i32 @_Z13my_atomic_addPU3AS4Vii(ptr addrspace(4), i32)
declare spir_func i32 @__10atomic_addPU3AS4Vii(ptr addrspace(4), i32)
declare spir_func void @_Z10(ptr addrspace(4))

define spir_func i32 @_Z10atomic_ownPU3AS4Vii(ptr addrspace(4) %p, i32 %i) {
  ret i32 %i
}

; The object of an atomic builtin is named in both forms.
; CHECK-LABEL: @of_global(
; CHECK: call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p, i32 1)
define i32 @of_global(ptr addrspace(1) %p) {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %r = call spir_func i32 @_Z10atomic_addPU3AS4Vii(ptr addrspace(4) %g, i32 1)
  ret i32 %r
}

; CHECK-LABEL: @of_local(
; CHECK: call spir_func i32 @_Z10atomic_addPU3AS3Vii(ptr addrspace(3) %p, i32 1)
define i32 @of_local(ptr addrspace(3) %p) {
  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  %r = call spir_func i32 @_Z10atomic_addPU3AS4Vii(ptr addrspace(4) %g, i32 1)
  ret i32 %r
}

; CHECK-LABEL: @of_variable(
; CHECK: call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) @number, i32 1)
define i32 @of_variable() {
  %r = call spir_func i32 @_Z10atomic_addPU3AS4Vii(ptr addrspace(4) addrspacecast (ptr addrspace(1) @number to ptr addrspace(4)), i32 1)
  ret i32 %r
}

; CHECK-LABEL: @of_spirv(
; CHECK: call spir_func i32 @_Z18__spirv_AtomicLoadPU3AS1iii(ptr addrspace(1) %p, i32 1, i32 0)
define i32 @of_spirv(ptr addrspace(1) %p) {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %r = call spir_func i32 @_Z18__spirv_AtomicLoadPU3AS4iii(ptr addrspace(4) %g, i32 1, i32 0)
  ret i32 %r
}

; SPIR-V has no atomics on private memory.
; CHECK-LABEL: @of_private(
; CHECK: call spir_func i32 @_Z10atomic_addPU3AS4Vii(ptr addrspace(4) %g, i32 1)
define i32 @of_private(ptr %p) {
  %g = addrspacecast ptr %p to ptr addrspace(4)
  %r = call spir_func i32 @_Z10atomic_addPU3AS4Vii(ptr addrspace(4) %g, i32 1)
  ret i32 %r
}

; CHECK-LABEL: @of_unknown(
; CHECK: call spir_func i32 @_Z10atomic_addPU3AS4Vii(ptr addrspace(4) %g, i32 1)
define i32 @of_unknown(ptr addrspace(4) %g) {
  %r = call spir_func i32 @_Z10atomic_addPU3AS4Vii(ptr addrspace(4) %g, i32 1)
  ret i32 %r
}

; Other pointers of atomics are named with <all> only.
; CHECK-LABEL: @expected_in_private(
; OBJECTS: call spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPU3AS4ii(ptr addrspace(1) %p, ptr addrspace(4) %f, i32 1)
; ALL: call spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPii(ptr addrspace(1) %p, ptr %e, i32 1)
define i1 @expected_in_private(ptr addrspace(1) %p, ptr %e) {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %f = addrspacecast ptr %e to ptr addrspace(4)
  %r = call spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4) %g, ptr addrspace(4) %f, i32 1)
  ret i1 %r
}

; CHECK-LABEL: @expected_in_local(
; OBJECTS: call spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPU3AS4ii(ptr addrspace(1) %p, ptr addrspace(4) %f, i32 1)
; ALL: call spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPU3AS3ii(ptr addrspace(1) %p, ptr addrspace(3) %e, i32 1)
define i1 @expected_in_local(ptr addrspace(1) %p, ptr addrspace(3) %e) {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %f = addrspacecast ptr addrspace(3) %e to ptr addrspace(4)
  %r = call spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4) %g, ptr addrspace(4) %f, i32 1)
  ret i1 %r
}

; The second pointer keeps its place in the name behind one that stays generic.
; CHECK-LABEL: @only_expected_known(
; OBJECTS: @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4) %g, ptr addrspace(4) %f, i32 1)
; ALL: @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPii(ptr addrspace(4) %g, ptr %e, i32 1)
define i1 @only_expected_known(ptr addrspace(4) %g, ptr %e) {
  %f = addrspacecast ptr %e to ptr addrspace(4)
  %r = call spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4) %g, ptr addrspace(4) %f, i32 1)
  ret i1 %r
}

; CHECK-LABEL: @only_object_known(
; CHECK: @_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPU3AS4ii(ptr addrspace(1) %p, ptr addrspace(4) %f, i32 1)
define i1 @only_object_known(ptr addrspace(1) %p, ptr addrspace(4) %f) {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %r = call spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4) %g, ptr addrspace(4) %f, i32 1)
  ret i1 %r
}

; A pointer that is not generic is passed over, even where it is cast itself.
; CHECK-LABEL: @object_named_before(
; OBJECTS: @_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPU3AS4ii(ptr addrspace(1) %q, ptr addrspace(4) %f, i32 1)
; ALL: @_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPii(ptr addrspace(1) %q, ptr %e, i32 1)
define i1 @object_named_before(ptr addrspace(4) %p, ptr %e) {
  %q = addrspacecast ptr addrspace(4) %p to ptr addrspace(1)
  %f = addrspacecast ptr %e to ptr addrspace(4)
  %r = call spir_func i1 @_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPU3AS4ii(ptr addrspace(1) %q, ptr addrspace(4) %f, i32 1)
  ret i1 %r
}

; The second type refers to the first, which must not change then.
; CHECK-LABEL: @abbreviated_name(
; CHECK: call spir_func i1 @_Z10atomic_twoPU3AS4VU7_AtomiciS1_(ptr addrspace(4) %g, ptr addrspace(4) %f)
define i1 @abbreviated_name(ptr addrspace(1) %p, ptr addrspace(1) %e) {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %f = addrspacecast ptr addrspace(1) %e to ptr addrspace(4)
  %r = call spir_func i1 @_Z10atomic_twoPU3AS4VU7_AtomiciS1_(ptr addrspace(4) %g, ptr addrspace(4) %f)
  ret i1 %r
}

; Builtins with a second result, and loads and stores of vectors.
; CHECK-LABEL: @others(
; OBJECTS: @_Z5fractfPU3AS4f(float %x, ptr addrspace(4) %g)
; OBJECTS: @_Z5frexpfPU3AS4i(float %x, ptr addrspace(4) %g)
; OBJECTS: @_Z8lgamma_rfPU3AS4i(float %x, ptr addrspace(4) %g)
; OBJECTS: @_Z4modffPU3AS4f(float %x, ptr addrspace(4) %g)
; OBJECTS: @_Z6remquoffPU3AS4i(float %x, float %x, ptr addrspace(4) %g)
; OBJECTS: @_Z6sincosDv2_fPU3AS4S_(<2 x float> %v, ptr addrspace(4) %g)
; OBJECTS: @_Z6vload4mPU3AS4Kf(i64 0, ptr addrspace(4) %g)
; OBJECTS: @_Z7vstore4Dv4_fmPU3AS4f(<4 x float> %w, i64 1, ptr addrspace(4) %g)
; ALL: call spir_func float @_Z5fractfPU3AS1f(float %x, ptr addrspace(1) %p)
; ALL: call spir_func float @_Z5frexpfPU3AS1i(float %x, ptr addrspace(1) %p)
; ALL: call spir_func float @_Z8lgamma_rfPU3AS1i(float %x, ptr addrspace(1) %p)
; ALL: call spir_func float @_Z4modffPU3AS1f(float %x, ptr addrspace(1) %p)
; ALL: call spir_func float @_Z6remquoffPU3AS1i(float %x, float %x, ptr addrspace(1) %p)
; ALL: call spir_func <2 x float> @_Z6sincosDv2_fPU3AS1S_(<2 x float> %v, ptr addrspace(1) %p)
; ALL: call spir_func <4 x float> @_Z6vload4mPU3AS1Kf(i64 0, ptr addrspace(1) %p)
; ALL: call spir_func void @_Z7vstore4Dv4_fmPU3AS1f(<4 x float> %w, i64 1, ptr addrspace(1) %p)
define void @others(ptr addrspace(1) %p, float %x, <2 x float> %v) {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %a = call spir_func float @_Z5fractfPU3AS4f(float %x, ptr addrspace(4) %g)
  %b = call spir_func float @_Z5frexpfPU3AS4i(float %x, ptr addrspace(4) %g)
  %c = call spir_func float @_Z8lgamma_rfPU3AS4i(float %x, ptr addrspace(4) %g)
  %d = call spir_func float @_Z4modffPU3AS4f(float %x, ptr addrspace(4) %g)
  %e = call spir_func float @_Z6remquoffPU3AS4i(float %x, float %x, ptr addrspace(4) %g)
  %f = call spir_func <2 x float> @_Z6sincosDv2_fPU3AS4S_(<2 x float> %v, ptr addrspace(4) %g)
  %w = call spir_func <4 x float> @_Z6vload4mPU3AS4Kf(i64 0, ptr addrspace(4) %g)
  call spir_func void @_Z7vstore4Dv4_fmPU3AS4f(<4 x float> %w, i64 1, ptr addrspace(4) %g)
  ret void
}

; They may have private pointers.
; CHECK-LABEL: @other_in_private(
; OBJECTS: @_Z5fractfPU3AS4f(float %x, ptr addrspace(4) %g)
; ALL: call spir_func float @_Z5fractfPf(float %x, ptr %p)
define float @other_in_private(ptr %p, float %x) {
  %g = addrspacecast ptr %p to ptr addrspace(4)
  %a = call spir_func float @_Z5fractfPU3AS4f(float %x, ptr addrspace(4) %g)
  ret float %a
}

; The first argument of these is no atomic object.
; CHECK-LABEL: @other_with_pointer_first(
; OBJECTS: @_Z10vload_fromPU3AS4Kf(ptr addrspace(4) %g)
; OBJECTS: @_Z10vload_fromPU3AS4Kf(ptr addrspace(4) %h)
; ALL: @_Z10vload_fromPU3AS1Kf(ptr addrspace(1) %p)
; ALL: @_Z10vload_fromPKf(ptr %q)
define void @other_with_pointer_first(ptr addrspace(1) %p, ptr %q) {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %a = call spir_func float @_Z10vload_fromPU3AS4Kf(ptr addrspace(4) %g)
  %h = addrspacecast ptr %q to ptr addrspace(4)
  %b = call spir_func float @_Z10vload_fromPU3AS4Kf(ptr addrspace(4) %h)
  ret void
}

; CHECK-LABEL: @other_of_unknown(
; CHECK: @_Z5fractfPU3AS4f(float %x, ptr addrspace(4) %g)
define float @other_of_unknown(ptr addrspace(4) %g, float %x) {
  %a = call spir_func float @_Z5fractfPU3AS4f(float %x, ptr addrspace(4) %g)
  ret float %a
}

; Functions of other names stay, and so do defined functions and pointers to functions.
; CHECK-LABEL: @no_such_builtins(
; CHECK: @_Z5otherPU3AS4ii(ptr addrspace(4) %g, i32 1)
; CHECK: @_Z13my_atomic_addPU3AS4Vii(ptr addrspace(4) %g, i32 1)
; CHECK: @__10atomic_addPU3AS4Vii(ptr addrspace(4) %g, i32 1)
; CHECK: @_Z10atomic_ownPU3AS4Vii(ptr addrspace(4) %g, i32 1)
; CHECK: @_Z10(ptr addrspace(4) %g)
; CHECK: call spir_func i32 %function(ptr addrspace(4) %g, i32 1)
define void @no_such_builtins(ptr addrspace(1) %p, ptr %function) {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %a = call spir_func i32 @_Z5otherPU3AS4ii(ptr addrspace(4) %g, i32 1)
  %b = call spir_func i32 @_Z13my_atomic_addPU3AS4Vii(ptr addrspace(4) %g, i32 1)
  %c = call spir_func i32 @__10atomic_addPU3AS4Vii(ptr addrspace(4) %g, i32 1)
  %d = call spir_func i32 @_Z10atomic_ownPU3AS4Vii(ptr addrspace(4) %g, i32 1)
  call spir_func void @_Z10(ptr addrspace(4) %g)
  %e = call spir_func i32 %function(ptr addrspace(4) %g, i32 1)
  ret void
}
