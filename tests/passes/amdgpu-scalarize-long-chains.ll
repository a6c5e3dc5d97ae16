; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -passes=amdgpu-scalarize-long-chains -S %s | FileCheck %s

; Vectors of 32 bits and more, of any operation, in a function with 32 operations of such a chain.
; CHECK-LABEL: @long_chain(
; CHECK: and i32
; CHECK: and i32
; CHECK: fadd float
; CHECK: fadd float
; Vectors within 32 bits stay, and the elements that are chosen by a variable.
; CHECK: add <2 x i16>
; CHECK: extractelement <2 x i32> %{{.*}}, i32 %number
; CHECK-NOT: and <2 x i32>
; CHECK: ret i32
define i32 @long_chain(<2 x i32> %x, <2 x i32> %y, <2 x float> %a, <2 x i16> %b, i32 %number, ptr %p) {
  %v0 = and <2 x i32> %x, %y
  %v1 = or <2 x i32> %v0, %y
  %v2 = xor <2 x i32> %v1, %y
  %v3 = and <2 x i32> %v2, %y
  %v4 = or <2 x i32> %v3, %y
  %v5 = xor <2 x i32> %v4, %y
  %v6 = and <2 x i32> %v5, %y
  %v7 = or <2 x i32> %v6, %y
  %v8 = xor <2 x i32> %v7, %y
  %v9 = and <2 x i32> %v8, %y
  %v10 = or <2 x i32> %v9, %y
  %v11 = xor <2 x i32> %v10, %y
  %v12 = and <2 x i32> %v11, %y
  %v13 = or <2 x i32> %v12, %y
  %v14 = xor <2 x i32> %v13, %y
  %v15 = and <2 x i32> %v14, %y
  %v16 = or <2 x i32> %v15, %y
  %v17 = xor <2 x i32> %v16, %y
  %v18 = and <2 x i32> %v17, %y
  %v19 = or <2 x i32> %v18, %y
  %v20 = xor <2 x i32> %v19, %y
  %v21 = and <2 x i32> %v20, %y
  %v22 = or <2 x i32> %v21, %y
  %v23 = xor <2 x i32> %v22, %y
  %v24 = and <2 x i32> %v23, %y
  %v25 = or <2 x i32> %v24, %y
  %v26 = xor <2 x i32> %v25, %y
  %v27 = and <2 x i32> %v26, %y
  %v28 = or <2 x i32> %v27, %y
  %v29 = xor <2 x i32> %v28, %y
  %v30 = and <2 x i32> %v29, %y
  %v31 = or <2 x i32> %v30, %y
  %sum = fadd <2 x float> %a, %a
  store <2 x float> %sum, ptr %p
  %short = add <2 x i16> %b, %b
  store <2 x i16> %short, ptr %p
  %element = extractelement <2 x i32> %v31, i32 %number
  ret i32 %element
}

; One operation less.
; CHECK-LABEL: @short_chain(
; CHECK-COUNT-31: {{and|or|xor}} <2 x i32>
; CHECK-NOT: i32 %x.i0
; CHECK: ret
define <2 x i32> @short_chain(<2 x i32> %x, <2 x i32> %y) {
  %v0 = and <2 x i32> %x, %y
  %v1 = or <2 x i32> %v0, %y
  %v2 = xor <2 x i32> %v1, %y
  %v3 = and <2 x i32> %v2, %y
  %v4 = or <2 x i32> %v3, %y
  %v5 = xor <2 x i32> %v4, %y
  %v6 = and <2 x i32> %v5, %y
  %v7 = or <2 x i32> %v6, %y
  %v8 = xor <2 x i32> %v7, %y
  %v9 = and <2 x i32> %v8, %y
  %v10 = or <2 x i32> %v9, %y
  %v11 = xor <2 x i32> %v10, %y
  %v12 = and <2 x i32> %v11, %y
  %v13 = or <2 x i32> %v12, %y
  %v14 = xor <2 x i32> %v13, %y
  %v15 = and <2 x i32> %v14, %y
  %v16 = or <2 x i32> %v15, %y
  %v17 = xor <2 x i32> %v16, %y
  %v18 = and <2 x i32> %v17, %y
  %v19 = or <2 x i32> %v18, %y
  %v20 = xor <2 x i32> %v19, %y
  %v21 = and <2 x i32> %v20, %y
  %v22 = or <2 x i32> %v21, %y
  %v23 = xor <2 x i32> %v22, %y
  %v24 = and <2 x i32> %v23, %y
  %v25 = or <2 x i32> %v24, %y
  %v26 = xor <2 x i32> %v25, %y
  %v27 = and <2 x i32> %v26, %y
  %v28 = or <2 x i32> %v27, %y
  %v29 = xor <2 x i32> %v28, %y
  %v30 = and <2 x i32> %v29, %y
  ret <2 x i32> %v30
}

; Other operations.
; CHECK-LABEL: @sums(
; CHECK-COUNT-31: add <2 x i32>
; CHECK-NOT: i32 %x.i0
; CHECK: ret
define <2 x i32> @sums(<2 x i32> %x, <2 x i32> %y) {
  %v0 = add <2 x i32> %x, %y
  %v1 = add <2 x i32> %v0, %y
  %v2 = add <2 x i32> %v1, %y
  %v3 = add <2 x i32> %v2, %y
  %v4 = add <2 x i32> %v3, %y
  %v5 = add <2 x i32> %v4, %y
  %v6 = add <2 x i32> %v5, %y
  %v7 = add <2 x i32> %v6, %y
  %v8 = add <2 x i32> %v7, %y
  %v9 = add <2 x i32> %v8, %y
  %v10 = add <2 x i32> %v9, %y
  %v11 = add <2 x i32> %v10, %y
  %v12 = add <2 x i32> %v11, %y
  %v13 = add <2 x i32> %v12, %y
  %v14 = add <2 x i32> %v13, %y
  %v15 = add <2 x i32> %v14, %y
  %v16 = add <2 x i32> %v15, %y
  %v17 = add <2 x i32> %v16, %y
  %v18 = add <2 x i32> %v17, %y
  %v19 = add <2 x i32> %v18, %y
  %v20 = add <2 x i32> %v19, %y
  %v21 = add <2 x i32> %v20, %y
  %v22 = add <2 x i32> %v21, %y
  %v23 = add <2 x i32> %v22, %y
  %v24 = add <2 x i32> %v23, %y
  %v25 = add <2 x i32> %v24, %y
  %v26 = add <2 x i32> %v25, %y
  %v27 = add <2 x i32> %v26, %y
  %v28 = add <2 x i32> %v27, %y
  %v29 = add <2 x i32> %v28, %y
  %v30 = add <2 x i32> %v29, %y
  %v31 = add <2 x i32> %v30, %y
  ret <2 x i32> %v31
}

; Vectors of other sizes and of other integers.
; CHECK-LABEL: @four_elements(
; CHECK-COUNT-31: {{and|or|xor}} <4 x i32>
; CHECK-NOT: i32 %x.i0
; CHECK: ret
define <4 x i32> @four_elements(<4 x i32> %x, <4 x i32> %y) {
  %v0 = and <4 x i32> %x, %y
  %v1 = or <4 x i32> %v0, %y
  %v2 = xor <4 x i32> %v1, %y
  %v3 = and <4 x i32> %v2, %y
  %v4 = or <4 x i32> %v3, %y
  %v5 = xor <4 x i32> %v4, %y
  %v6 = and <4 x i32> %v5, %y
  %v7 = or <4 x i32> %v6, %y
  %v8 = xor <4 x i32> %v7, %y
  %v9 = and <4 x i32> %v8, %y
  %v10 = or <4 x i32> %v9, %y
  %v11 = xor <4 x i32> %v10, %y
  %v12 = and <4 x i32> %v11, %y
  %v13 = or <4 x i32> %v12, %y
  %v14 = xor <4 x i32> %v13, %y
  %v15 = and <4 x i32> %v14, %y
  %v16 = or <4 x i32> %v15, %y
  %v17 = xor <4 x i32> %v16, %y
  %v18 = and <4 x i32> %v17, %y
  %v19 = or <4 x i32> %v18, %y
  %v20 = xor <4 x i32> %v19, %y
  %v21 = and <4 x i32> %v20, %y
  %v22 = or <4 x i32> %v21, %y
  %v23 = xor <4 x i32> %v22, %y
  %v24 = and <4 x i32> %v23, %y
  %v25 = or <4 x i32> %v24, %y
  %v26 = xor <4 x i32> %v25, %y
  %v27 = and <4 x i32> %v26, %y
  %v28 = or <4 x i32> %v27, %y
  %v29 = xor <4 x i32> %v28, %y
  %v30 = and <4 x i32> %v29, %y
  %v31 = or <4 x i32> %v30, %y
  ret <4 x i32> %v31
}

; And of longs.
; CHECK-LABEL: @longs(
; CHECK-COUNT-31: {{and|or|xor}} <2 x i64>
; CHECK-NOT: i32 %x.i0
; CHECK: ret
define <2 x i64> @longs(<2 x i64> %x, <2 x i64> %y) {
  %v0 = and <2 x i64> %x, %y
  %v1 = or <2 x i64> %v0, %y
  %v2 = xor <2 x i64> %v1, %y
  %v3 = and <2 x i64> %v2, %y
  %v4 = or <2 x i64> %v3, %y
  %v5 = xor <2 x i64> %v4, %y
  %v6 = and <2 x i64> %v5, %y
  %v7 = or <2 x i64> %v6, %y
  %v8 = xor <2 x i64> %v7, %y
  %v9 = and <2 x i64> %v8, %y
  %v10 = or <2 x i64> %v9, %y
  %v11 = xor <2 x i64> %v10, %y
  %v12 = and <2 x i64> %v11, %y
  %v13 = or <2 x i64> %v12, %y
  %v14 = xor <2 x i64> %v13, %y
  %v15 = and <2 x i64> %v14, %y
  %v16 = or <2 x i64> %v15, %y
  %v17 = xor <2 x i64> %v16, %y
  %v18 = and <2 x i64> %v17, %y
  %v19 = or <2 x i64> %v18, %y
  %v20 = xor <2 x i64> %v19, %y
  %v21 = and <2 x i64> %v20, %y
  %v22 = or <2 x i64> %v21, %y
  %v23 = xor <2 x i64> %v22, %y
  %v24 = and <2 x i64> %v23, %y
  %v25 = or <2 x i64> %v24, %y
  %v26 = xor <2 x i64> %v25, %y
  %v27 = and <2 x i64> %v26, %y
  %v28 = or <2 x i64> %v27, %y
  %v29 = xor <2 x i64> %v28, %y
  %v30 = and <2 x i64> %v29, %y
  %v31 = or <2 x i64> %v30, %y
  ret <2 x i64> %v31
}

; And scalars.
; CHECK-LABEL: @scalars(
; CHECK-COUNT-31: {{and|or|xor}} i32
; CHECK-NOT: i32 %x.i0
; CHECK: ret
define i32 @scalars(i32 %x, i32 %y) {
  %v0 = and i32 %x, %y
  %v1 = or i32 %v0, %y
  %v2 = xor i32 %v1, %y
  %v3 = and i32 %v2, %y
  %v4 = or i32 %v3, %y
  %v5 = xor i32 %v4, %y
  %v6 = and i32 %v5, %y
  %v7 = or i32 %v6, %y
  %v8 = xor i32 %v7, %y
  %v9 = and i32 %v8, %y
  %v10 = or i32 %v9, %y
  %v11 = xor i32 %v10, %y
  %v12 = and i32 %v11, %y
  %v13 = or i32 %v12, %y
  %v14 = xor i32 %v13, %y
  %v15 = and i32 %v14, %y
  %v16 = or i32 %v15, %y
  %v17 = xor i32 %v16, %y
  %v18 = and i32 %v17, %y
  %v19 = or i32 %v18, %y
  %v20 = xor i32 %v19, %y
  %v21 = and i32 %v20, %y
  %v22 = or i32 %v21, %y
  %v23 = xor i32 %v22, %y
  %v24 = and i32 %v23, %y
  %v25 = or i32 %v24, %y
  %v26 = xor i32 %v25, %y
  %v27 = and i32 %v26, %y
  %v28 = or i32 %v27, %y
  %v29 = xor i32 %v28, %y
  %v30 = and i32 %v29, %y
  %v31 = or i32 %v30, %y
  ret i32 %v31
}

; 32 operations of two blocks.
; CHECK-LABEL: @two_blocks(
; CHECK-COUNT-31: {{and|or|xor}} <2 x i32>
; CHECK-NOT: i32 %x.i0
; CHECK: ret
define <2 x i32> @two_blocks(<2 x i32> %x, <2 x i32> %y) {
  %v0 = and <2 x i32> %x, %y
  %v1 = or <2 x i32> %v0, %y
  %v2 = xor <2 x i32> %v1, %y
  %v3 = and <2 x i32> %v2, %y
  %v4 = or <2 x i32> %v3, %y
  %v5 = xor <2 x i32> %v4, %y
  %v6 = and <2 x i32> %v5, %y
  %v7 = or <2 x i32> %v6, %y
  %v8 = xor <2 x i32> %v7, %y
  %v9 = and <2 x i32> %v8, %y
  %v10 = or <2 x i32> %v9, %y
  %v11 = xor <2 x i32> %v10, %y
  %v12 = and <2 x i32> %v11, %y
  %v13 = or <2 x i32> %v12, %y
  %v14 = xor <2 x i32> %v13, %y
  %v15 = and <2 x i32> %v14, %y
  %v16 = or <2 x i32> %v15, %y
  %v17 = xor <2 x i32> %v16, %y
  %v18 = and <2 x i32> %v17, %y
  %v19 = or <2 x i32> %v18, %y
  %v20 = xor <2 x i32> %v19, %y
  %v21 = and <2 x i32> %v20, %y
  %v22 = or <2 x i32> %v21, %y
  %v23 = xor <2 x i32> %v22, %y
  %v24 = and <2 x i32> %v23, %y
  %v25 = or <2 x i32> %v24, %y
  %v26 = xor <2 x i32> %v25, %y
  %v27 = and <2 x i32> %v26, %y
  %v28 = or <2 x i32> %v27, %y
  %v29 = xor <2 x i32> %v28, %y
  %v30 = and <2 x i32> %v29, %y
  br label %next
next:
  %last = and <2 x i32> %v30, %y
  ret <2 x i32> %last
}
