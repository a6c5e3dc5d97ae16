// The time for a switch does not grow with the square of its cases: this one would take minutes.
// RUN: %clc compile %s -t amdgcn:gfx942 -o - | %disasm | FileCheck %s
// CHECK-LABEL: <entry>:
// CHECK: s_endpgm
#define CASE(i)                    \
  case (i) * 3:                    \
    o[0] = ((i) * (i)) % 977;      \
    break;
#define CASES_10(i) \
  CASE(i) CASE(i + 1) CASE(i + 2) CASE(i + 3) CASE(i + 4) CASE(i + 5) CASE(i + 6) CASE(i + 7) CASE(i + 8) CASE(i + 9)
#define TEN(i) CASES_10((i))
#define CASES_100(i)                                                                                             \
  TEN(i) TEN(i + 10) TEN(i + 20) TEN(i + 30) TEN(i + 40) TEN(i + 50) TEN(i + 60) TEN(i + 70) TEN(i + 80) TEN(i + 90)
#define CASES_1000(i)                                                                                \
  CASES_100((i)) CASES_100((i + 100)) CASES_100((i + 200)) CASES_100((i + 300)) CASES_100((i + 400)) \
  CASES_100((i + 500)) CASES_100((i + 600)) CASES_100((i + 700)) CASES_100((i + 800)) CASES_100((i + 900))
kernel void entry(global int* o, int v) {
  switch (v) {
    CASES_1000(0) CASES_1000(1000) CASES_1000(2000) CASES_1000(3000)
    CASES_1000(4000) CASES_1000(5000) CASES_1000(6000) CASES_1000(7000)
  }
}
