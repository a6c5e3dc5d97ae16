; RUN: clc-opt '-passes=clc-pipeline<spirv64:1.2;3>' -S %s | FileCheck --check-prefixes=ALL,PLAIN %s
; RUN: clc-opt '-passes=clc-pipeline<spirv64:1.2:tune=intel-cpu;3>' -S %s | FileCheck --check-prefixes=ALL,TUNED %s
; RUN: clc-opt '-passes=clc-pipeline<spirv64:1.2;3>' -debug-pass-manager -disable-output %s 2>&1 \
; RUN:   | FileCheck --check-prefix=PASSES --implicit-check-not='Spirv{{(KeepLongLoops|ExpandIndexMad24|SignExtendNonneg|FormSignExtensions|WidenIndexSums|WidenWorkItemIds|IndexElements|SplitUniformAddresses|RotateFmaRecurrences|FuseDivergentProducts|ScalarizePhis|ScalarizeShortVectors)}}' %s
; RUN: clc-opt '-passes=clc-pipeline<spirv64:1.2:tune=intel-cpu;3>' -debug-pass-manager -disable-output %s 2>&1 \
; RUN:   | FileCheck --check-prefix=TUNING --implicit-check-not='{{SpirvWriteOutBuiltins|MarkConstantStructs|SpirvNarrowCounters|SpirvIndexStructMembers|SpirvTestLoopsFirst|SpirvNameIntrinsics}}' %s
; RUN: not clc-opt '-passes=clc-pipeline<spirv64:1.2:tune=foo;3>' -S %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s
; Passes that tune for one driver run where the target asks for it.

; PASSES: Running pass: {{.*}}SpirvWriteOutBuiltins
; PASSES: Running pass: {{.*}}MarkConstantStructs
; PASSES: Running pass: {{.*}}SpirvSplitInvariantAddresses
; PASSES: Running pass: {{.*}}SpirvNarrowCounters
; PASSES: Running pass: {{.*}}SpirvIndexStructMembers
; PASSES: Running pass: {{.*}}SpirvTestLoopsFirst
; PASSES: Running pass: {{.*}}SpirvLowerFmuladd
; PASSES: Running pass: {{.*}}SpirvExpandIntegerFunctions
; PASSES: Running pass: {{.*}}SpirvExpandFunnelShifts
; PASSES: Running pass: {{.*}}SpirvUseFminCommon
; PASSES: Running pass: {{.*}}SpirvNameIntrinsics
; PASSES: Running pass: {{.*}}SpirvSplitWideBuiltins
; TUNING: Running pass: {{.*}}SpirvKeepLongLoops
; TUNING: Running pass: {{.*}}SpirvExpandIndexMad24
; TUNING: Running pass: {{.*}}SpirvSignExtendNonneg
; TUNING: Running pass: {{.*}}SpirvFormSignExtensions
; TUNING: Running pass: {{.*}}SpirvWidenIndexSums
; TUNING: Running pass: {{.*}}SpirvWidenWorkItemIds
; TUNING: Running pass: {{.*}}SpirvIndexElements
; TUNING: Running pass: {{.*}}SpirvSplitUniformAddresses
; TUNING: Running pass: {{.*}}SpirvRotateFmaRecurrences
; TUNING: Running pass: {{.*}}SpirvFuseDivergentProducts
; TUNING: Running pass: {{.*}}SpirvScalarizePhis
; TUNING: Running pass: {{.*}}SpirvScalarizeShortVectors
; TUNING: Running pass: {{.*}}SpirvExpandIntegerFunctions
; UNKNOWN: unknown pass name 'clc-pipeline<spirv64:1.2:tune=foo;3>'
target triple = "spirv64v1.2-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i32 @_Z3minii(i32, i32)
declare spir_func <2 x float> @_Z3expDv2_f(<2 x float>)

; ALL-LABEL: define spir_kernel void @integers(
; ALL-NOT: @_Z3minii
; ALL: ret void
define spir_kernel void @integers(ptr addrspace(1) %p, i32 %a, i32 %b) {
  %least = call spir_func i32 @_Z3minii(i32 %a, i32 %b)
  store i32 %least, ptr addrspace(1) %p, align 4
  ret void
}

; ALL-LABEL: define spir_kernel void @index(
; PLAIN: ashr exact i64 {{.*}}, 30
; PLAIN: getelementptr i8, ptr addrspace(1) %p
; TUNED: getelementptr float, ptr addrspace(1) %p
; ALL: ret void
define spir_kernel void @index(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %narrow = trunc i64 %id to i32
  %sum = add nsw i32 %narrow, 1
  %wide = sext i32 %sum to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %a, align 4
  ret void
}

; ALL-LABEL: define spir_kernel void @vectors(
; PLAIN: call spir_func <2 x float> @_Z3expDv2_f(
; TUNED-COUNT-2: call spir_func float @_Z3expf(
; ALL: ret void
define spir_kernel void @vectors(ptr addrspace(1) %p, <2 x float> %v) {
  %power = call spir_func <2 x float> @_Z3expDv2_f(<2 x float> %v)
  store <2 x float> %power, ptr addrspace(1) %p, align 8
  ret void
}

define spir_kernel void @loop(ptr addrspace(1) %p, i64 %count) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 1.0, ptr addrspace(1) %a, align 4
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
