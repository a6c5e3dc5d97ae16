// Bit-fields that lie together in 3, 5 or 7 bytes are read and written by integers of so many, which ended the compiler.
// report: none: found by hand-written kernels
// targets: spirv amdgcn nvptx
// options: -cl-std=CL3.0
// global: 8
// local: 8
// offset: 0
// argument: results 96
// argument: shared64 81985529216486895 18364758544493064720 18446744073709551615 9223372036854775808 6148914691236517205 1311768467463790320 0 13835058055282163713 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// expected: 15 18446744073709551200 204 17 3474151340 18446744073709550869 30 7742171090 18446744073709551423 63 8610829958723730014 457 16 384 204 18446744073709551600 5115783252 746 0 7742171090 190 62 8636983624250700304 457 31 18446744073709551584 204 1 0 18446744073709551615 30 0 18446744073709551613 125 8645784834888695838 457 0 0 204 0 0 0 0 0 0 0 8574853965391331328 457 21 2709 204 43 2863311573 18446744073709550933 10 0 18446744073709551615 127 8646348334597931018 457 16 1767 204 16 4046813645 345 0 3615653161 18446744073709550603 11 8589585740172418800 457 0 0 204 0 0 0 0 0 0 0 8574853965391331328 457 1 18446744073709551615 204 18446744073709551615 8589934591 0 2 0 0 0 8574853965391331330 457
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
struct Three { uint a : 5; int b : 13; uchar c; };
struct __attribute__((packed)) Five { int a : 7; ulong b : 33; };
struct __attribute__((packed)) Seven { uint a : 5; ulong b : 33; int c : 11; uint d : 7; };
struct Seven __attribute__((noinline)) changed(struct Seven s, ulong by) {
  s.a += by, s.b ^= by >> 3, s.c *= 3, s.d = s.c;
  return s;
}
kernel void entry(global ulong* results, global ulong* in) {
  const ulong s = in[get_global_id(0)];
  global ulong* to = results + get_global_id(0) * 12;
  global struct Three* three = (global struct Three*)(in + 8 + get_global_id(0) * 2);
  three->c = 0xcc, three->a = s, three->b = s >> 5, three->b -= three->a;
  to[0] = three->a, to[1] = three->b, to[2] = three->c;
  struct Five five = {s, s >> 7};
  five.a = -five.a, five.b += five.a;
  to[3] = five.a, to[4] = five.b;
  struct Seven seven[2] = {{s, s >> 5, s >> 38, s >> 49}};
  seven[1] = changed(seven[0], s);
  global uchar* bytes = (global uchar*)(in + 9 + get_global_id(0) * 2);
  volatile global struct Seven* last = (volatile global struct Seven*)bytes;
  bytes[7] = 0x77, *(global struct Seven*)bytes = seven[s & 1], last->c++;
  to[5] = seven[0].c, to[6] = seven[1].a, to[7] = seven[1].b, to[8] = seven[1].c, to[9] = seven[1].d;
  to[10] = in[9 + get_global_id(0) * 2], to[11] = sizeof(struct Three) * 100 + sizeof(struct Five) * 10 + sizeof(struct Seven);
}
