// Conversions of integers and floating-point numbers that are to be rounded down, up or to zero, or to saturate,
// missed by one.
// report: llvm 126905, 188137
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 8
// argument: shared 16777217 4278190079
// argument: shared 1080033280 1328730206 3228565504 3223322624 3208642560
// expected: 1266679808 1266679809 3414163457 4 2147483647 18446744073709551613 18446744073709551613 0
kernel void entry(global ulong* results, global const int* a, global const float* f) {
  results[0] = as_uint(convert_float_rtz(a[0]));
  results[1] = as_uint(convert_float_rtp(a[0]));
  results[2] = as_uint(convert_float_rtn(a[1]));
  results[3] = (ulong)(long)convert_int_sat_rte(f[0]);
  results[4] = (ulong)(long)convert_int_sat(f[1]);
  results[5] = (ulong)(long)convert_char_sat_rtp(f[2]);
  results[6] = (ulong)(long)convert_int_rtn(f[3]);
  results[7] = convert_uchar_sat_rtz(f[4]);
}
