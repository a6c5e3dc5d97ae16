// Results that the language leaves undefined get a value before anything folds them. As poison, an index would take the check of
// bounds with it: the loop of the report would have no end.
// RUN: %clc compile %s -w -t nvptx:sm_80 --sanitize=arithmetic,bounds -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -w -t nvptx:sm_80 --sanitize=bounds -o - | %disasm | FileCheck %s --check-prefix=BOUNDS

inline int far(int index) { return (int)((float)index + 3e10f); }

// The first report is of the conversion; the second, of the greatest integer as an index, follows.
// CHECK-LABEL: .entry converted(
// CHECK: st.param.b32 [param3], 0;
// CHECK: call.uni fill_slot,
// CHECK: st.param.b64 [param4], 8589934588;
// CHECK: st.param.b32 [param3], 1;
// CHECK: call.uni fill_slot,
// BOUNDS-LABEL: .entry converted(
// BOUNDS: 8589934588;
// BOUNDS: call.uni fill_slot,
// BOUNDS: ret;
kernel void converted(global int* to) { to[far(0)] = 1; }

// Clang folds this one itself.
// CHECK-LABEL: .entry literal(
// CHECK: st.param.b32 [param3], 0;
// CHECK: call.uni fill_slot,
// CHECK: st.param.b64 [param4], -4;
// CHECK: st.param.b32 [param3], 1;
// CHECK: call.uni fill_slot,
// CHECK: ret;
kernel void literal(global int* to) { to[(int)3e10f] = 1; }

// A choice is wrong where it is taken.
// CHECK-LABEL: .entry chosen(
// CHECK: setp.lt.s32 [[IS_RIGHT:%p[0-9]+]], %r{{[0-9]+}}, 4;
// CHECK: @[[IS_RIGHT]] bra
// CHECK: call.uni fill_slot,
// CHECK: ret;
kernel void chosen(global int* to, int count) { to[0] = count > 3 ? 1 / 0 : 7; }

// A vector of which one element is divided by 0.
// CHECK-LABEL: .entry remainders(
// CHECK: call.uni fill_slot,
// CHECK: ret;
kernel void remainders(global int4* to) { to[0] = to[1] % (int4)(1, 2, 0, 4); }

// An element of a vector, which would take the condition with it.
// CHECK-LABEL: .entry element(
// CHECK: call.uni fill_slot,
// CHECK: ret;
kernel void element(global int* to, int n) {
  int2 v = (int2)(n - 6, 1 / 0);
  if (v.y > 3) to[0] = 1;
}

// CHECK-LABEL: .entry first_element(
// CHECK: call.uni fill_slot,
// CHECK: ret;
kernel void first_element(global int4* to, int n) { *to = (int4)(1 / 0, n, n, 4); }

// CHECK-LABEL: .entry among_constants(
// CHECK: call.uni fill_slot,
// CHECK: ret;
kernel void among_constants(global int4* to) { *to = (int4)(1, 1 / 0, 3, 4); }

// Elements that nobody reads are none.
// CHECK-LABEL: .entry whole(
// CHECK-NOT: call.uni fill_slot,
// CHECK: ret;
kernel void whole(global int3* to, global int4* all, int n) {
  *to = (int3)(1, 2, 3) + (int3)(n, 2, 3) + (int3)(1, n, 3);
  *all = (int4)(n) + (int4)((int2)(1, n), (int2)(n, 2));
}

// The amount counts as it is written, not as Clang narrows it; a conversion in the source is meant.
// CHECK-LABEL: .entry shifted(
// CHECK: setp.lt.u64 %p{{[0-9]+}}, %rd{{[0-9]+}}, 32;
// CHECK: call.uni fill_slot,
kernel void shifted(global int* to, long n) { *to = 7 >> n; }
// CHECK-LABEL: .entry shifted_by_part(
// CHECK: setp.lt.u32 %p{{[0-9]+}}, %r{{[0-9]+}}, 32;
// CHECK: call.uni fill_slot,
kernel void shifted_by_part(global int* to, long n) { *to = 7 >> (int)n; }

// A conversion that rounds is wrong where the rounded number is.
// CHECK-LABEL: .entry rounded(
// CHECK: cvt.rmi.f32.f32 [[FLOOR:%r[0-9]+]],
// CHECK-NEXT: setp.leu.f32 %p{{[0-9]+}}, [[FLOOR]], 0fBF800000;
// CHECK: cvt.rni.f32.f32 [[NEAREST:%r[0-9]+]],
// CHECK: setp.geu.f32 %p{{[0-9]+}}, [[NEAREST]], 0f43800000;
kernel void rounded(global uint* to, global uchar* bytes, float one) {
  *to = convert_uint_rtn(one);
  *bytes = convert_uchar_rte(one);
}
