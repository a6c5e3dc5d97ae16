// The array, which has both, is text in AMD's code object.
// RUN: %clc compile %s -t amdgcn:gfx942 -o %t.hsaco && FileCheck %s --input-file=%t.hsaco
// RUN: env SOURCE_DATE_EPOCH=86399 %clc compile %s -t amdgcn:gfx942 -o %t.hsaco && FileCheck %s --input-file=%t.hsaco --check-prefix=FIRST-DAY
// RUN: env SOURCE_DATE_EPOCH=1800000000 TZ=Asia/Tokyo %clc compile %s -t amdgcn:gfx942 -o %t.hsaco && FileCheck %s --input-file=%t.hsaco --check-prefix=TOKYO
// RUN: not env SOURCE_DATE_EPOCH=yesterday %clc compile %s -t amdgcn:gfx942 -o %t.hsaco 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: Jan 1 1980 00:00:00
// FIRST-DAY: Jan 1 1970 23:59:59
// TOKYO: Jan 15 2027 08:00:00
// WRONG: SOURCE_DATE_EPOCH=yesterday
constant char both[] = __DATE__ " " __TIME__;
kernel void k(global char* o, int i) { o[i] = both[i]; }
