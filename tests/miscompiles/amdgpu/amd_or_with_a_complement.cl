// The same as `amd_or_with_all_bits`, where ~ of 0, the upper half of a number of 32 bits, is the -1 that is found late.
// The pass that finds it took the complement of one byte, which is not -1, for one, too.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 4
// local: 4
// argument: results 18
// argument: value 4 12345
// argument: value 8 77309411329
// expected: 37 18446744073709551613 18446744073709551614 1 4 18446744073709551611 18446744073709551614 12344 5 18446744073709551611 18446744073709551612 24691 4 18446744073709551611 18446744073709551612 4294967294 3338666031 4291821568
kernel void entry(global ulong* results, uint by, ulong number) {
  const uint li = get_local_id(0);
  const uint x = li * by;
  results[li * 4] = ~(ulong)x & ((number >> 31) ^ ((ulong)by & number));
  results[li * 4 + 1] = ((ulong)x | number) | ~(ulong)(x + 3);
  results[li * 4 + 2] = ~(ulong)li & ~(ulong)(ushort)number;
  results[li * 4 + 3] = (~(ulong)li | ~number) & (((ulong)(ushort)x ^ (ulong)(long)(short)number) | (ulong)(long)(short)(x + 3) >> 32);
  const uint low = sub_sat((ushort)by, (ushort)number), high = sub_sat((ushort)(by >> 8), (ushort)number);
  results[16] = ~low << 24 | high;
  results[17] = ~high << 16 | (low & 1);
}
