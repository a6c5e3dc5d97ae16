; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-keep-carries -S %s | FileCheck %s
; In the code generator, and what it writes without the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=print-assembly -disable-output %s | FileCheck %s --check-prefix=WITH
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -disable-clc-pass=amdgpu-keep-carries -passes=print-assembly -disable-output %s | FileCheck %s --check-prefix=WITHOUT

; The carry comes from an addition of the high half and nothing but a carry. Without the pass that is one of the product.
; WITH-LABEL: sum_of_product:
; WITH: s_addc_u32 s{{[0-9]+}}, s{{[0-9]+}}, 0
; WITHOUT-LABEL: sum_of_product:
; WITHOUT-NOT: s_addc_u32 s{{[0-9]+}}, s{{[0-9]+}}, 0
; WITHOUT: s_endpgm
; CHECK-LABEL: define amdgpu_kernel void @sum_of_product(
; CHECK: %p = mul i64 %x, %y
; CHECK-NEXT: br label %1
; CHECK: 1:
; CHECK-NEXT: %r = call i64 @llvm.uadd.sat.i64(i64 %p, i64 1)
; CHECK-NEXT: store i64 %r
define amdgpu_kernel void @sum_of_product(ptr addrspace(1) %to, i64 %x, i64 %y) {
  %p = mul i64 %x, %y
  %r = call i64 @llvm.uadd.sat.i64(i64 %p, i64 1)
  store i64 %r, ptr addrspace(1) %to
  ret void
}

; Each sum of a function whose operand may end in a sum, whichever operand that is, and all that ask for a carry.
; CHECK-LABEL: define i64 @all_of_one_function(
; CHECK: %p = mul
; CHECK-NEXT: br label
; CHECK: llvm.uadd.sat.i64(i64 1, i64 %p)
; CHECK-NEXT: %q = mul
; CHECK-NEXT: br label
; CHECK: llvm.usub.sat.i64(i64 %q, i64 1)
; CHECK-NEXT: %s = mul
; CHECK-NEXT: br label
; CHECK: llvm.uadd.with.overflow.i64(i64 %s, i64 1)
; CHECK: %t = mul
; CHECK-NEXT: br label
; CHECK: llvm.usub.with.overflow.i64(i64 1, i64 %t)
define i64 @all_of_one_function(i64 %x, i64 %y) {
  %p = mul i64 %x, %y
  %a = call i64 @llvm.uadd.sat.i64(i64 1, i64 %p)
  %q = mul i64 %a, %y
  %b = call i64 @llvm.usub.sat.i64(i64 %q, i64 1)
  %s = mul i64 %b, %y
  %c = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %s, i64 1)
  %d = extractvalue { i64, i1 } %c, 0
  %t = mul i64 %d, %y
  %e = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 1, i64 %t)
  %f = extractvalue { i64, i1 } %e, 0
  ret i64 %f
}

; A sum or difference that is compared in its block.
; CHECK-LABEL: define i1 @less_than_operand(
; CHECK: %p = mul
; CHECK-NEXT: br label
; CHECK: %s = add i64 %p, 1
define i1 @less_than_operand(i64 %x, i64 %y) {
  %p = mul i64 %x, %y
  %s = add i64 %p, 1
  %c = icmp ult i64 %s, %p
  ret i1 %c
}
; CHECK-LABEL: define i1 @equal_to_zero(
; CHECK: %p = mul
; CHECK-NEXT: br label
; CHECK: %s = add i64 %p, 1
define i1 @equal_to_zero(i64 %x, i64 %y) {
  %p = mul i64 %x, %y
  %s = add i64 %p, 1
  %c = icmp eq i64 %s, 0
  ret i1 %c
}
; CHECK-LABEL: define i64 @difference(
; CHECK: %p = mul
; CHECK-NEXT: br label
; CHECK: %s = sub i64 %p, 1
define i64 @difference(i64 %x, i64 %y) {
  %p = mul i64 %x, %y
  %s = sub i64 %p, 1
  %c = icmp ult i64 %p, 1
  %r = select i1 %c, i64 0, i64 %s
  ret i64 %r
}
; CHECK-LABEL: define i1 @other_comparisons(
; CHECK-NOT: br
; CHECK: br i1 %c, label %next, label %end
; CHECK-NOT: br label
; CHECK: ret
define i1 @other_comparisons(i64 %x, i64 %y, i64 %z) {
  %p = mul i64 %x, %y
  %s = add i64 %p, 1
  %c = icmp slt i64 %s, %p
  br i1 %c, label %next, label %end
next:
  %c2 = icmp ult i64 %s, %p
  %d = sub i64 %z, 1
  %c3 = icmp ult i64 %d, %z
  %both = and i1 %c2, %c3
  ret i1 %both
end:
  ret i1 false
}
; CHECK-LABEL: define i64 @compared_result_of_difference(
; CHECK-NOT: br
; CHECK: ret
define i64 @compared_result_of_difference(i64 %x, i64 %y) {
  %p = mul i64 %x, %y
  %q = mul i64 %x, %x
  %d = sub i64 %p, 1
  %e = sub i64 9, %q
  %c = icmp ult i64 %d, 7
  %c2 = icmp ult i64 %e, 7
  %r = select i1 %c, i64 0, i64 %d
  %r2 = select i1 %c2, i64 %r, i64 %e
  ret i64 %r2
}
; CHECK-LABEL: define i64 @not_compared(
; CHECK-NOT: br
; CHECK: ret
define i64 @not_compared(i64 %x, i64 %y) {
  %p = mul i64 %x, %y
  %s = add i64 %p, 1
  ret i64 %s
}
; CHECK-LABEL: define i1 @compared_product(
; CHECK-NOT: br
; CHECK: ret
define i1 @compared_product(i64 %x, i64 %y) {
  %p = mul i64 %x, %y
  %s = or i64 %p, 1
  %c = icmp ult i64 %s, %p
  ret i1 %c
}
; CHECK-LABEL: define i1 @short_sums(
; CHECK-NOT: br
; CHECK: ret
define i1 @short_sums(i16 %x, i16 %y, i1 %b) {
  %bit = zext i1 %b to i16
  %p = mul i16 %x, %y
  %s = add i16 %p, %bit
  %c = icmp ult i16 %s, %p
  %q = mul i16 %s, %y
  %t = call i16 @llvm.uadd.sat.i16(i16 %q, i16 %bit)
  %d = icmp ult i16 %t, 7
  %r = and i1 %c, %d
  ret i1 %r
}
; CHECK-LABEL: define i64 @other_intrinsics(
; CHECK-NOT: br
; CHECK: ret
define i64 @other_intrinsics(i64 %x, i64 %y) {
  %p = mul i64 %x, %y
  %r = call i64 @llvm.sadd.sat.i64(i64 %p, i64 1)
  %q = mul i64 %r, %y
  %s = call i64 @llvm.umin.i64(i64 %q, i64 1)
  ret i64 %s
}

; The other operand has a high half of its own: a carry is not all that is added.
; CHECK-LABEL: define i64 @wide_operands(
; CHECK-NOT: br
; CHECK: ret
define i64 @wide_operands(i64 %x, i64 %y, ptr %from) {
  %p = mul i64 %x, %y
  %a = call i64 @llvm.uadd.sat.i64(i64 %p, i64 4294967296)
  %q = mul i64 %a, %y
  %b = call i64 @llvm.uadd.sat.i64(i64 %q, i64 %x)
  %s = mul i64 %b, %y
  %loaded = load i64, ptr %from
  %c = call i64 @llvm.uadd.sat.i64(i64 %s, i64 %loaded)
  ret i64 %c
}
; CHECK-LABEL: define i64 @narrow_operand(
; CHECK: br label
; CHECK: call i64 @llvm.uadd.sat
define i64 @narrow_operand(i64 %x, i64 range(i64 0, 4294967296) %y) {
  %p = mul i64 %x, %x
  %a = call i64 @llvm.uadd.sat.i64(i64 %p, i64 %y)
  ret i64 %a
}
; The operand is made in this block, and may be a carry.
; CHECK-LABEL: define i64 @operand_of_block(
; CHECK: br label
; CHECK: call i64 @llvm.uadd.sat
define i64 @operand_of_block(i64 %x, i64 %y) {
  %p = mul i64 %x, %x
  %q = mul i64 %y, %y
  %a = call i64 @llvm.uadd.sat.i64(i64 %p, i64 %q)
  ret i64 %a
}
; Of 32 bits only a carry is a carry.
; CHECK-LABEL: define i32 @int_and_carry(
; CHECK: br label
; CHECK: call i32 @llvm.uadd.sat
define i32 @int_and_carry(i32 %x, i1 %b) {
  %p = mul i32 %x, %x
  %bit = zext i1 %b to i32
  %a = call i32 @llvm.uadd.sat.i32(i32 %p, i32 %bit)
  ret i32 %a
}
; CHECK-LABEL: define i32 @int_and_more(
; CHECK-NOT: br
; CHECK: ret
define i32 @int_and_more(i32 %x, i32 %y) {
  %p = mul i32 %x, %x
  %few = and i32 %y, 3
  %a = call i32 @llvm.uadd.sat.i32(i32 %p, i32 %few)
  ret i32 %a
}

; Operands that the code generator sees as they are.
; CHECK-LABEL: define i64 @opaque_operands(
; CHECK-NOT: br
; CHECK: br label %next
; CHECK: next:
; CHECK-NOT: br
; CHECK: ret
define i64 @opaque_operands(i64 %x, ptr %from) {
  %p = mul i64 %x, %x
  %a = call i64 @llvm.uadd.sat.i64(i64 %x, i64 1)
  br label %next
next:
  %phi = phi i64 [ %a, %0 ]
  %b = call i64 @llvm.uadd.sat.i64(i64 %phi, i64 1)
  %c = call i64 @llvm.uadd.sat.i64(i64 %p, i64 1)
  %loaded = load i64, ptr %from
  %d = call i64 @llvm.uadd.sat.i64(i64 %loaded, i64 1)
  %called = call i64 @function()
  %e = call i64 @llvm.uadd.sat.i64(i64 %called, i64 1)
  %f = call i64 @llvm.uadd.sat.i64(i64 7, i64 1)
  ret i64 %e
}
declare i64 @function()
declare { i64, i64 } @pair()
; CHECK-LABEL: define i64 @intrinsic_operand(
; CHECK: br label
; CHECK: call i64 @llvm.uadd.sat
define i64 @intrinsic_operand(i64 %x) {
  %p = call i64 @llvm.bitreverse.i64(i64 %x)
  %a = call i64 @llvm.uadd.sat.i64(i64 %p, i64 1)
  ret i64 %a
}

; The high half of a sum of unknown numbers adds a carry, so that it is no plain sum.
; CHECK-LABEL: define i64 @sums_with_carry(
; CHECK-NOT: br
; CHECK: ret
define i64 @sums_with_carry(i64 %x, i64 %y) {
  %s = add i64 %x, %y
  %a = call i64 @llvm.uadd.sat.i64(i64 %s, i64 1)
  %d = sub i64 %x, %y
  %b = call i64 @llvm.uadd.sat.i64(i64 %d, i64 1)
  %o = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x, i64 %y)
  %v = extractvalue { i64, i1 } %o, 0
  %c = call i64 @llvm.uadd.sat.i64(i64 %v, i64 1)
  %e = add i64 7, %y
  %f = call i64 @llvm.uadd.sat.i64(i64 %e, i64 1)
  %p = mul i64 %x, %y
  %g = add i64 %x, %p
  %h = call i64 @llvm.uadd.sat.i64(i64 %g, i64 1)
  %i = add i64 %p, %x
  %j = call i64 @llvm.uadd.sat.i64(i64 %i, i64 1)
  ret i64 %c
}
; CHECK-LABEL: define i64 @value_of_pair(
; CHECK: br label
; CHECK: call i64 @llvm.uadd.sat
define i64 @value_of_pair() {
  %pair = call { i64, i64 } @pair()
  %v = extractvalue { i64, i64 } %pair, 0
  %a = call i64 @llvm.uadd.sat.i64(i64 %v, i64 1)
  ret i64 %a
}
; Sums whose low halves have no carry, or may have none.
; CHECK-LABEL: define i64 @sum_of_high_halves(
; CHECK: br label
; CHECK: call i64 @llvm.uadd.sat
define i64 @sum_of_high_halves(i64 %x) {
  %s = add i64 %x, 1099511627776
  %a = call i64 @llvm.uadd.sat.i64(i64 %s, i64 1)
  ret i64 %a
}
; CHECK-LABEL: define i64 @sum_of_known_bits(
; CHECK: br label
; CHECK: call i64 @llvm.uadd.sat
define i64 @sum_of_known_bits(i64 range(i64 0, 256) %x, i64 range(i64 0, 256) %y) {
  %s = add i64 %x, %y
  %a = call i64 @llvm.uadd.sat.i64(i64 %s, i64 1)
  ret i64 %a
}
; CHECK-LABEL: define i64 @sum_of_products(
; CHECK: br label
; CHECK: call i64 @llvm.uadd.sat
define i64 @sum_of_products(i64 %x, i64 %y) {
  %p = mul i64 %x, %y
  %q = mul i64 %y, %x
  %s = add i64 %p, %q
  %a = call i64 @llvm.uadd.sat.i64(i64 %s, i64 1)
  ret i64 %a
}
; CHECK-LABEL: define i32 @sum_of_ints(
; CHECK: br label
; CHECK: call i32 @llvm.uadd.sat
define i32 @sum_of_ints(i32 %x, i32 %y, i1 %b) {
  %bit = zext i1 %b to i32
  %s = add i32 %x, %y
  %a = call i32 @llvm.uadd.sat.i32(i32 %s, i32 %bit)
  ret i32 %a
}
; Four sums are looked through, and no fifth.
; CHECK-LABEL: define i64 @sums_of_sums(
; CHECK-NOT: br
; CHECK: %a = call i64 @llvm.uadd.sat
; CHECK: %s5 = add i64 %s4, %t4
; CHECK-NEXT: br label
; CHECK: %b = call i64 @llvm.uadd.sat
define i64 @sums_of_sums(i64 %x, i64 %y, i64 %z) {
  %s1 = add i64 %x, %y
  %t1 = add i64 %y, %z
  %s2 = add i64 %s1, %t1
  %t2 = sub i64 %s1, %t1
  %s3 = add i64 %s2, %t2
  %t3 = sub i64 %s2, %t2
  %s4 = add i64 %s3, %t3
  %t4 = sub i64 %s3, %t3
  %a = call i64 @llvm.uadd.sat.i64(i64 %s4, i64 1)
  %s5 = add i64 %s4, %t4
  %b = call i64 @llvm.uadd.sat.i64(i64 %s5, i64 1)
  ret i64 %b
}
