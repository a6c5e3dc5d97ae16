; RUN: clc-opt -passes=nvptx-define-controls -S %s | FileCheck --check-prefixes=CHECK,NONE %s
; RUN: clc-opt "-passes=nvptx-define-controls<exact-roots>" -S %s | FileCheck --check-prefixes=CHECK,EXACT %s
; RUN: clc-opt "-passes=nvptx-define-controls<relaxed>" -S %s | FileCheck --check-prefixes=CHECK,RELAXED %s
; RUN: clc-opt "-passes=nvptx-define-controls<exact-roots;relaxed>" -S %s | FileCheck --check-prefixes=CHECK,BOTH %s
; Modules need not have the constants.
; RUN: echo "@other = external constant i8" > %t.ll
; RUN: clc-opt "-passes=nvptx-define-controls<relaxed>" -S %t.ll | FileCheck --check-prefix=WITHOUT %s
; WITHOUT-NOT: @clc_
; WITHOUT: @other = external constant i8
; WITHOUT-NOT: @clc_

; NONE: @clc_is_relaxed = internal constant i8 0
; EXACT: @clc_is_relaxed = internal constant i8 0
; RELAXED: @clc_is_relaxed = internal constant i8 1
; BOTH: @clc_is_relaxed = internal constant i8 1
@clc_is_relaxed = external constant i8

; Of its own type.
; NONE: @clc_is_sqrt_exact = internal constant i32 0
; EXACT: @clc_is_sqrt_exact = internal constant i32 1
; RELAXED: @clc_is_sqrt_exact = internal constant i32 0
; BOTH: @clc_is_sqrt_exact = internal constant i32 1
@clc_is_sqrt_exact = external constant i32

; RUN: clc-opt "-passes=nvptx-define-controls<surfaces-of-buffers>" -S %s | FileCheck --check-prefix=SURFACES %s
; BOTH: @clc_has_surfaces_of_buffers = internal constant i32 0
; SURFACES: @clc_has_surfaces_of_buffers = internal constant i32 1
@clc_has_surfaces_of_buffers = external constant i32

; CHECK: @other = external constant i8
@other = external constant i8

define i8 @relaxed() {
  %x = load i8, ptr @clc_is_relaxed
  ret i8 %x
}
