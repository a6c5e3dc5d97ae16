// Bytes multiplied, and anything but a sum made of the second product, became a sum of both: v_dot4. So did numbers
// whose second byte alone is zero.
// report: none: found by hand-written kernels
// options: -cl-std=CL1.2
// global: 8
// local: 8
// argument: results 64
// argument: shared 4294967295 2155905152 2139127807 33489536 3735928559 16711935 305419896 4294934529
// argument: shared 2147483647 2147483648 4294967295 0 77 4294901760 2147418113 2155905152
// expected: 2147516032 2147516544 32640 2147516287 97665 8290685 2114220925 128 2147542656 2147542656 30703 59008 3667840 469816960 1806547072 128 65024 65026 65025 65025 65025 2105671168 4286513152 0 15378 15378 15360 15378 19950 2449620140 507022508 18 56926 56772 460 56849 9793769 453009468 1858968636 94 4294966785 130561 65025 65025 65025 4227988993 167575553 1 2147435777 2147566847 15369 2147433473 135168 167732993 3950995201 1 2155937536 2139094784 381 32640 8258430 1023590655 4273815807 0
kernel void entry(global ulong* results, global const uint* words, global const uint* numbers) {
  const uint li = get_local_id(0);
  const uint a = words[li], b = words[(li + 3) % 8], c = numbers[li];
  const uchar4 x = as_uchar4(a), y = as_uchar4(b);
  const uint mask = 0xff00ff;
  global ulong* to = results + li * 8;
  to[0] = (uint)(x.s0 * y.s0) + ((uint)(x.s3 * y.s3) ^ c);
  to[1] = (uint)(x.s0 * y.s0) + ((uint)(x.s3 * y.s3) - c);
  to[2] = (uint)(x.s0 * y.s0) + ((uint)(x.s3 * y.s3) >> 8);
  to[3] = (uint)(x.s0 * y.s0 + max(x.s3 * y.s3, (int)c));
  to[4] = (uint)(x.s0 * y.s0) + (uint)(x.s3 * y.s3) * x.s2;
  to[5] = c + (a & mask) * (b & mask) + (a >> 8 & mask) * (b >> 8 & mask);
  to[6] = c + (x.s0 | (c + a) << 8) * y.s0 + (x.s1 | (c * 7 + b) << 8) * y.s1;
  to[7] = (uchar)(x.s0 * y.s0 + (x.s3 * y.s3 ^ c));
}
