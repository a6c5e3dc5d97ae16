// Products of bytes and a sum of 64 bits became v_dot4, which adds 32 bits: the sum overflowed.
// report: none: found by hand-written kernels
// options: -cl-std=CL1.2
// global: 8
// local: 8
// argument: results 48
// argument: shared 4294967295 2155905152 2139127807 33489536 3735928559 16711935 305419896 4294934529
// argument: shared 2147483647 2147483648 4294967295 0 77 4294901760 2147418113 2155905152
// expected: 2147483774 2147483773 2147483647 2147582077 9223372034707390589 280381915824510 18446744071562089216 18446744071562093568 18446744071562093568 2147589120 9223372039002364928 217160458753664 128 128 128 4295064960 97664 140194133179905 18446744073709536376 18446744073709536394 18446744073709536394 28810 28810 57031025376428 8591 8625 8625 125361 330712607153 432619623833583 18446744073709486082 18446744073709486082 18446744073709486082 4295031810 18446462603027872770 279288771444225 2147385089 2147382785 2147382785 2147453441 9223090568320485889 38485222254336 18446744071570473343 18446744071570473216 18446744071570473216 2155986688 9259542123273895680 279287706042495
kernel void entry(global ulong* results, global const uint* words, global const uint* numbers) {
  const uint li = get_local_id(0);
  const uint a = words[li], b = words[(li + 3) % 8], c = numbers[li];
  const uint mask = 0xff00ff;
  global ulong* to = results + li * 6;
  const long three = (long)(int)c + (long)(char)a * (char)b + (long)(char)(a >> 8) * (char)(b >> 8) +
                     (long)(char)(a >> 16) * (char)(b >> 16);
  to[0] = three;
  long sum = (int)c;
  ulong sum_unsigned = c, wide = (ulong)c << 32 | c;
  for (uint i = 0; i < 32; i += 8) {
    sum += (long)(char)(a >> i) * (char)(b >> i);
    sum_unsigned += (ulong)(uchar)(a >> i) * (uchar)(b >> i);
    wide += (ulong)(uchar)(a >> i) * (uchar)(b >> i);
  }
  to[1] = sum;
  to[2] = clamp(sum, (long)INT_MIN, (long)INT_MAX);
  to[3] = sum_unsigned;
  to[4] = wide;
  to[5] = (ulong)(a & mask) * (b & mask) + (ulong)(a >> 8 & mask) * (b >> 8 & mask);
}
