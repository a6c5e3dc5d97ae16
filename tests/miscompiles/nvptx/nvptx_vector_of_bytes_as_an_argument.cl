// The elements of a vector of two bytes that is an argument became numbers by way of the wrong bits.
// report: llvm 128853, 107219
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 5
// argument: value 2 32640
// argument: value 2 65480
// argument: value 4 83690239
// expected: 18446744073709551360 254 400 510 18446744073709551605
kernel void entry(global ulong* results, char2 v, uchar2 w, char4 x) {
  results[0] = (ulong)(long)((float)v.x * 2.0f);
  results[1] = (ulong)(long)((float)v.y * 2.0f);
  results[2] = (ulong)((float)w.x * 2.0f);
  results[3] = (ulong)((float)w.y * 2.0f);
  results[4] = (ulong)(long)(x.x + x.y * x.z - x.w);
}
