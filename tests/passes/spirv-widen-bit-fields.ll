; RUN: clc-opt -mtriple=spirv64 -passes=spirv-widen-bit-fields -S %s | FileCheck %s

; CHECK-LABEL: @read_3_bytes(
; CHECK: [[Q:%.*]] = getelementptr inbounds i8, ptr %p, i64 2
; CHECK: [[L:%.*]] = load i16, ptr %p, align 4
; CHECK: [[LW:%.*]] = zext i16 [[L]] to i32
; CHECK: [[LS:%.*]] = shl i32 [[LW]], 0
; CHECK: [[LO:%.*]] = or i32 0, [[LS]]
; CHECK: [[H:%.*]] = load i8, ptr [[Q]], align 2
; CHECK: [[HW:%.*]] = zext i8 [[H]] to i32
; CHECK: [[HS:%.*]] = shl i32 [[HW]], 16
; CHECK: [[V:%.*]] = or i32 [[LO]], [[HS]]
; CHECK-NEXT: [[N:%.*]] = trunc i32 [[V]] to i24
; CHECK-NEXT: ret i24 [[N]]
define i24 @read_3_bytes(ptr %p) {
  %x = load i24, ptr %p, align 4
  ret i24 %x
}

; CHECK-LABEL: @read_5_bytes(
; CHECK: [[Q:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
; CHECK: load i32, ptr addrspace(1) %p, align 8
; CHECK: load i8, ptr addrspace(1) [[Q]], align 4
; CHECK: shl i64 {{%.*}}, 32
; CHECK: trunc i64 {{%.*}} to i40
define i40 @read_5_bytes(ptr addrspace(1) %p) {
  %x = load i40, ptr addrspace(1) %p, align 8
  ret i40 %x
}

; CHECK-LABEL: @read_6_bytes(
; CHECK: [[Q:%.*]] = getelementptr inbounds i8, ptr %p, i64 4
; CHECK: load i32, ptr %p, align 2
; CHECK: load i16, ptr [[Q]], align 2
; CHECK: shl i64 {{%.*}}, 32
; CHECK: trunc i64 {{%.*}} to i48
define i48 @read_6_bytes(ptr %p) {
  %x = load i48, ptr %p, align 2
  ret i48 %x
}

; CHECK-LABEL: @read_7_volatile_bytes(
; CHECK: [[Q:%.*]] = getelementptr inbounds i8, ptr %p, i64 4
; CHECK: [[R:%.*]] = getelementptr inbounds i8, ptr %p, i64 6
; CHECK: load volatile i32, ptr %p, align 1
; CHECK: load volatile i16, ptr [[Q]], align 1
; CHECK: shl i64 {{%.*}}, 32
; CHECK: load volatile i8, ptr [[R]], align 1
; CHECK: shl i64 {{%.*}}, 48
; CHECK: trunc i64 {{%.*}} to i56
define i56 @read_7_volatile_bytes(ptr %p) {
  %x = load volatile i56, ptr %p, align 1
  ret i56 %x
}

; CHECK-LABEL: @write_3_bytes(
; CHECK-NEXT: [[W:%.*]] = zext i24 %x to i32
; CHECK: [[Q:%.*]] = getelementptr inbounds i8, ptr %p, i64 2
; CHECK: [[LS:%.*]] = lshr i32 [[W]], 0
; CHECK: [[L:%.*]] = trunc i32 [[LS]] to i16
; CHECK: store i16 [[L]], ptr %p, align 4
; CHECK: [[HS:%.*]] = lshr i32 [[W]], 16
; CHECK: [[H:%.*]] = trunc i32 [[HS]] to i8
; CHECK: store i8 [[H]], ptr [[Q]], align 2
; CHECK-NEXT: ret void
define void @write_3_bytes(ptr %p, i24 %x) {
  store i24 %x, ptr %p, align 4
  ret void
}

; CHECK-LABEL: @write_7_volatile_bytes(
; CHECK-NEXT: [[W:%.*]] = zext i56 %x to i64
; CHECK: store volatile i32 {{%.*}}, ptr %p, align 8
; CHECK: lshr i64 [[W]], 32
; CHECK: store volatile i16 {{%.*}}, ptr {{%.*}}, align 4
; CHECK: lshr i64 [[W]], 48
; CHECK: store volatile i8 {{%.*}}, ptr {{%.*}}, align 2
; CHECK-NEXT: ret void
define void @write_7_volatile_bytes(ptr %p, i56 %x) {
  store volatile i56 %x, ptr %p, align 8
  ret void
}

; What is extended is extended again, to the wider type.
; CHECK-LABEL: @write_extended(
; CHECK-NEXT: [[W:%.*]] = zext i8 %x to i32
; CHECK-NOT: zext
; CHECK: lshr i32 [[W]], 16
; CHECK: ret void
define void @write_extended(ptr %p, i8 %x) {
  %z = zext i8 %x to i24
  store i24 %z, ptr %p
  ret void
}

; The bits above the odd number are 0 then, too.
; CHECK-LABEL: @write_sign_extended(
; CHECK-NEXT: [[S:%.*]] = sext i8 %x to i32
; CHECK-NEXT: [[W:%.*]] = and i32 [[S]], 16777215
; CHECK: lshr i32 [[W]], 16
; CHECK: ret void
define void @write_sign_extended(ptr %p, i8 %x) {
  %z = sext i8 %x to i24
  store i24 %z, ptr %p
  ret void
}

; CHECK-LABEL: @shift_left(
; CHECK-NEXT: [[X:%.*]] = zext i24 %x to i32
; CHECK-NEXT: [[N:%.*]] = zext i24 %n to i32
; CHECK-NEXT: [[R:%.*]] = shl i32 [[X]], [[N]]
; CHECK-NEXT: [[T:%.*]] = trunc i32 [[R]] to i24
; CHECK-NEXT: ret i24 [[T]]
define i24 @shift_left(i24 %x, i24 %n) {
  %r = shl i24 %x, %n
  ret i24 %r
}

; CHECK-LABEL: @shift_right(
; CHECK-NEXT: [[X:%.*]] = zext i40 %x to i64
; CHECK-NEXT: [[R:%.*]] = lshr i64 [[X]], 5
; CHECK-NEXT: [[T:%.*]] = trunc i64 [[R]] to i40
; CHECK-NEXT: ret i40 [[T]]
define i40 @shift_right(i40 %x) {
  %r = lshr i40 %x, 5
  ret i40 %r
}

; The number that is shifted is signed, by how much is not.
; CHECK-LABEL: @shift_right_signed(
; CHECK-NEXT: [[X:%.*]] = sext i24 %x to i32
; CHECK-NEXT: [[N:%.*]] = zext i24 %n to i32
; CHECK-NEXT: [[R:%.*]] = ashr i32 [[X]], [[N]]
; CHECK-NEXT: [[T:%.*]] = trunc i32 [[R]] to i24
; CHECK-NEXT: ret i24 [[T]]
define i24 @shift_right_signed(i24 %x, i24 %n) {
  %r = ashr i24 %x, %n
  ret i24 %r
}

; CHECK-LABEL: @shift_sign_extended(
; CHECK-NEXT: [[X:%.*]] = sext i8 %x to i32
; CHECK-NEXT: [[S:%.*]] = sext i8 %n to i32
; CHECK-NEXT: [[N:%.*]] = and i32 [[S]], 16777215
; CHECK-NEXT: [[R:%.*]] = ashr i32 [[X]], [[N]]
; CHECK-NEXT: [[T:%.*]] = trunc i32 [[R]] to i24
; CHECK-NEXT: ret i24 [[T]]
define i24 @shift_sign_extended(i8 %x, i8 %n) {
  %s = sext i8 %x to i24
  %m = sext i8 %n to i24
  %r = ashr i24 %s, %m
  ret i24 %r
}

; CHECK-LABEL: @shift_zero_extended(
; CHECK-NEXT: [[X:%.*]] = zext i16 %x to i32
; CHECK-NEXT: [[R:%.*]] = ashr i32 [[X]], 3
; CHECK-NEXT: [[T:%.*]] = trunc i32 [[R]] to i24
; CHECK-NEXT: ret i24 [[T]]
define i24 @shift_zero_extended(i16 %x) {
  %z = zext i16 %x to i24
  %r = ashr i24 %z, 3
  ret i24 %r
}

; CHECK-LABEL: @bitwise(
; CHECK: [[A:%.*]] = and i32 {{%.*}}, 255
; CHECK: trunc i32 [[A]] to i24
; CHECK: [[O:%.*]] = or i32 {{%.*}}, 256
; CHECK: trunc i32 [[O]] to i24
; CHECK: [[X:%.*]] = xor i32 {{%.*}}, 16777215
; CHECK-NEXT: [[T:%.*]] = trunc i32 [[X]] to i24
; CHECK-NEXT: ret i24 [[T]]
define i24 @bitwise(i24 %x) {
  %a = and i24 %x, 255
  %o = or i24 %a, 256
  %r = xor i24 %o, -1
  ret i24 %r
}

; Sums stay, and with them the extensions that they use.
; CHECK-LABEL: @sum(
; CHECK-NEXT: %z = zext i8 %x to i24
; CHECK-NEXT: %s = sext i8 %x to i24
; CHECK-NEXT: %r = add i24 %z, %s
; CHECK-NEXT: ret i24 %r
define i24 @sum(i8 %x) {
  %z = zext i8 %x to i24
  %s = sext i8 %x to i24
  %r = add i24 %z, %s
  ret i24 %r
}

; Unused extensions go where they are to odd numbers of bytes.
; CHECK-LABEL: @unused_extensions(
; CHECK-NEXT: %c = zext i8 %x to i32
; CHECK-NEXT: %d = sext i8 %x to i32
; CHECK-NEXT: ret void
define void @unused_extensions(i8 %x) {
  %a = zext i8 %x to i24
  %b = sext i8 %x to i24
  %c = zext i8 %x to i32
  %d = sext i8 %x to i32
  ret void
}

; Integers of SPIR-V, of parts of bytes and of more than 8 bytes, vectors and other types stay.
; CHECK-LABEL: @others(
; CHECK-NEXT: %a = load i32, ptr %p
; CHECK-NEXT: store i32 %a, ptr %q
; CHECK-NEXT: %b = load i20, ptr %p
; CHECK-NEXT: store i20 %b, ptr %q
; CHECK-NEXT: %c = load i72, ptr %p
; CHECK-NEXT: store i72 %c, ptr %q
; CHECK-NEXT: %d = load <2 x i24>, ptr %p
; CHECK-NEXT: store <2 x i24> %d, ptr %q
; CHECK-NEXT: %e = load float, ptr %p
; CHECK-NEXT: store float %e, ptr %q
; CHECK-NEXT: %f = load i64, ptr %p
; CHECK-NEXT: store i64 %f, ptr %q
; CHECK-NEXT: ret void
define void @others(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 %a, ptr %q
  %b = load i20, ptr %p
  store i20 %b, ptr %q
  %c = load i72, ptr %p
  store i72 %c, ptr %q
  %d = load <2 x i24>, ptr %p
  store <2 x i24> %d, ptr %q
  %e = load float, ptr %p
  store float %e, ptr %q
  %f = load i64, ptr %p
  store i64 %f, ptr %q
  ret void
}

; CHECK-LABEL: @other_operations(
; CHECK-NEXT: %a = shl i32 %x, 3
; CHECK-NEXT: %b = and i20 %y, 3
; CHECK-NEXT: %c = lshr i72 %z, 3
; CHECK-NEXT: %d = xor <2 x i24> %v, splat (i24 3)
; CHECK-NEXT: ret void
define void @other_operations(i32 %x, i20 %y, i72 %z, <2 x i24> %v) {
  %a = shl i32 %x, 3
  %b = and i20 %y, 3
  %c = lshr i72 %z, 3
  %d = xor <2 x i24> %v, splat (i24 3)
  ret void
}

; Atomic accesses have sizes of SPIR-V.
; CHECK-LABEL: @atomic(
; CHECK-NEXT: %a = load atomic i32, ptr %p seq_cst, align 4
; CHECK-NEXT: store atomic i32 %a, ptr %p seq_cst, align 4
define void @atomic(ptr %p) {
  %a = load atomic i32, ptr %p seq_cst, align 4
  store atomic i32 %a, ptr %p seq_cst, align 4
  ret void
}
