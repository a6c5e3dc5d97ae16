// Bytes multiplied, and anything but a sum made of the second product, became a sum of both: v_dot4. So did numbers
// whose second byte alone is zero.
// report: none: found by hand-written kernels
// options: -cl-std=CL1.2
// global: 8
// local: 8
// argument: results 128
// argument: shared 4294967295 2155905152 2139127807 33489536 3735928559 16711935 305419896 4294934529
// argument: shared 2147483647 2147483648 4294967295 0 77 4294901760 2147418113 2155905152
// expected: 2147516032 2147516544 32640 2147516287 97665 8290685 2114220925 128 32768 32640 8388735 33643 32896 32641 65154 32895 2147542656 2147542656 30703 59008 3667840 469816960 1806547072 128 30831 30704 8388727 31706 31592 30704 16689 59008 65024 65026 65025 65025 65025 2105671168 4286513152 0 65153 65027 254 66028 65026 65026 32513 65025 15378 15378 15360 15378 19950 2449620140 507022508 18 15488 15363 60 16363 15379 15361 424 15378 56926 56772 460 56849 9793769 453009468 1858968636 94 588 464 2 1463 1239 461 45538 4294958609 4294966785 130561 65025 65025 65025 4227988993 167575553 1 65153 65030 16777214 66028 65026 65026 382 65025 2147435777 2147566847 15369 2147433473 135168 167732993 3950995201 1 15497 15375 8388412 16372 16360 15370 10512 17664 2155937536 2139094784 381 32640 8258430 1023590655 4273815807 0 509 388 8421505 1384 1255 382 382 32640
kernel void entry(global ulong* results, global const uint* words, global const uint* numbers) {
  const uint li = get_local_id(0);
  const uint a = words[li], b = words[(li + 3) % 8], c = numbers[li];
  const uchar4 x = as_uchar4(a), y = as_uchar4(b);
  const uint mask = 0xff00ff;
  global ulong* to = results + li * 16;
  to[0] = (uint)(x.s0 * y.s0) + ((uint)(x.s3 * y.s3) ^ c);
  to[1] = (uint)(x.s0 * y.s0) + ((uint)(x.s3 * y.s3) - c);
  to[2] = (uint)(x.s0 * y.s0) + ((uint)(x.s3 * y.s3) >> 8);
  to[3] = (uint)(x.s0 * y.s0 + max(x.s3 * y.s3, (int)c));
  to[4] = (uint)(x.s0 * y.s0) + (uint)(x.s3 * y.s3) * x.s2;
  to[5] = c + (a & mask) * (b & mask) + (a >> 8 & mask) * (b >> 8 & mask);
  to[6] = c + (x.s0 | (c + a) << 8) * y.s0 + (x.s1 | (c * 7 + b) << 8) * y.s1;
  to[7] = (uchar)(x.s0 * y.s0 + (x.s3 * y.s3 ^ c));
  const uint p = x.s0 * y.s0, q = x.s3 * y.s3;
  to[8] = x.s0 * y.s0 + (x.s3 * y.s3 >> 8) + 128;
  to[9] = p + (q >> 8) + li;
  to[10] = (p + (q >> 8) + c) >> 8;
  to[11] = (p + 1000) + ((q >> 8) + 3);
  to[12] = p + min(q, 999u) + 1;
  to[13] = mad24((uint)x.s0, (uint)y.s0, (mul24((uint)x.s3, (uint)y.s3) >> 8) + 1);
  const uint2 sums = convert_uint2(x.s02) * convert_uint2(x.s13) + (convert_uint2(y.s02) * convert_uint2(y.s13) >> 8) + 128;
  to[14] = sums.s0;
  to[15] = (uint)(x.s0 * y.s0 + (short)q);
}
