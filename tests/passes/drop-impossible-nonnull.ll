; RUN: clc-opt -disable-verify -passes=drop-impossible-nonnull -S %s | FileCheck %s
; The verifier refuses this input, so it is read without. (llvm-as would, too.)

; CHECK: define noundef i32 @number()
define noundef i32 @number() {
  ret i32 1
}

; CHECK: define nonnull ptr @pointer()
define nonnull ptr @pointer() {
  %p = alloca i32
  ret ptr %p
}

; CHECK: define nonnull <2 x ptr> @pointers(<2 x ptr> %p)
define nonnull <2 x ptr> @pointers(<2 x ptr> %p) {
  ret <2 x ptr> %p
}
