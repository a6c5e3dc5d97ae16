// A struct within a struct, copied by parts over its padding, kept old bytes (SROA).
// report: rust 149294
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 4
// argument: value 4 77
// expected: 77 77 824321 231
typedef struct { uchar a; uint b; } Part;
typedef struct { Part part; uchar rest[5]; } Whole;
__attribute__((noinline)) Whole changed(Whole w, private Part* out) {
  Part p;
  p.a = w.part.a;
  p.b = 0;
  w.part = p;
  *out = p;
  return w;
}
kernel void entry(global ulong* results, uint k) {
  Whole w = {{(uchar)k, k * 3}, {1, 2, 3, 4, (uchar)(k + 5)}};
  Part out = {9, 9};
  const Whole v = changed(w, &out);
  results[0] = v.part.a + 256 * v.part.b;
  results[1] = out.a + 256 * out.b;
  results[2] = v.rest[0] + v.rest[1] * 10 + v.rest[2] * 100 + v.rest[3] * 1000 + v.rest[4] * 10000;
  results[3] = w.part.b;
}
