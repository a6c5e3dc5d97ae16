// Bytes and halves of numbers that were taken from bytes and halves, which one instruction selects.
// report: llvm 218512
// options: -cl-std=CL1.2
// global: 8
// local: 8
// offset: 0
// argument: results 64
// argument: shared 305419896 2147450880 4278255360 4294967295 2147516415 16711935 2155905152 65536
// argument: shared 2596069104 4294934528 16843009 2147483648 287454020 4022250974 255 4278190080
// expected: 2901423464 40 3342336 872463532 255 22358 48146 2290623728 2147352576 128 4294901760 4278255486 255 32896 65407 2147549183 65537 255 4294770688 256 0 65281 255 4261478656 2147483647 0 4294901760 4278190207 255 65535 4294967295 2147483647 2434970435 0 4980736 8849 255 32818 8576 2444969139 4038962909 48 5439488 4278238959 255 428 48640 4011974061 2155905407 255 8323072 2147483776 255 32896 4294967168 2155839360 4278255616 0 0 16777471 0 0 0 4278190336
kernel void entry(global ulong* results, global const uint* a, global const uint* b) {
  const size_t i = get_global_id(0);
  const uint x = a[i], y = b[i];
  global ulong* to = results + i * 8;
  to[0] = (((x >> 16) + (y >> 16)) << 16) | (ushort)(x + y);
  to[1] = (uchar)(((ushort)(x >> 16) * (ushort)y) >> 8);
  to[2] = (uint)((short)(((x >> 16) & 0xffff) - (y & 0xffff)) >> 8) << 16;
  to[3] = ((uint)(uchar)((ushort)(x >> 8) >> 8) << 24) | ((uint)(uchar)(y >> 16) << 8) | (uchar)((x >> 24) + (y >> 24));
  to[4] = ((uint)(ushort)((char)(x >> 24) + (char)(y >> 8)) << 16) >> 24;
  to[5] = as_uint(as_ushort2(x).yx + (ushort2)((ushort)(y >> 16), (uchar)(y >> 8))) >> 16;
  to[6] = (uint)(as_short2(x).y >> 8) + ((uint)as_uchar4(y).z << 8);
  to[7] = as_uint((uchar4)(as_uchar4(x).wz + as_uchar4(y).yx, as_uchar4(x ^ y).xw));
}
