// RUN: -t spirv64
// CHECK-STRING spirv64: Jan  1 1980 00:00:00
// RUN: -t spirv64
// ENV: SOURCE_DATE_EPOCH=86399
// CHECK-STRING spirv64: Jan  1 1970 23:59:59
// RUN: -t spirv64
// ENV: SOURCE_DATE_EPOCH=1800000000 TZ=Asia/Tokyo
// CHECK-STRING spirv64: Jan 15 2027 08:00:00
// RUN: -t spirv64
// ENV: SOURCE_DATE_EPOCH=yesterday
// EXIT: 2
// STDERR: SOURCE_DATE_EPOCH=yesterday
kernel void k() { printf(__DATE__ " " __TIME__ "\n"); }
