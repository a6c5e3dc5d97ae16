// A loop that was unrolled whole had its exit's condition changed, which another instruction used.
// report: llvm 140444
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 3
// argument: value 4 17
// expected: 9 2 4141433889
kernel void entry(global ulong* results, uint k) {
  uint count = 0, last = 0, crc = 0;
  for (ushort i = (ushort)(65535 - 6); i != 3; ++i) {
    const bool more = (ushort)(i + 1) != 3;
    crc = crc * 33 + (more ? k : 1000u);
    count += more;
    last = i;
  }
  results[0] = count;
  results[1] = last;
  results[2] = crc;
}
