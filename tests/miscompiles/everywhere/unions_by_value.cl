// A union that a function takes or returns by value is handed over as its largest member, and loses the bytes in
// its padding.
// report: llvm 198603, 198606, 198613
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 3
// argument: value 4 5
// expected: 139901816 139901816 1846313471
typedef union {
  ulong w;
  struct { long a; uchar b; } p;
  uchar y[16];
} Many;
typedef struct { union { uchar z[12]; struct { uint a; uchar b; uint c; } s; } u; ushort t; } Nested;
Many made(uint z) {
  Many r;
  for (int j = 0; j < 16; ++j) r.y[j] = (uchar)(z + j * 3);
  return r;
}
__attribute__((noinline)) ulong sum_of(Many m) {
  ulong s = 0;
  for (int j = 0; j < 16; ++j) s = s * 3 + m.y[j];
  return s;
}
Nested nested(uint z) {
  Nested n;
  for (int j = 0; j < 12; ++j) n.u.z[j] = (uchar)(z * 2 + j);
  n.t = (ushort)z;
  return n;
}
kernel void entry(global ulong* results, uint z) {
  const Many m = made(z);
  ulong s = 0;
  for (int j = 0; j < 16; ++j) s = s * 3 + m.y[j];
  results[0] = s;
  results[1] = sum_of(m);
  Nested n, k;
  n = (k = nested(z), k);
  s = n.t;
  for (int j = 0; j < 12; ++j) s = s * 5 + n.u.z[j];
  results[2] = s;
}
