// Elements of a private array that some items set and others skip keep what each of them has.
// report: llvm 183792
// options: -cl-std=CL3.0
// global: 8
// local: 8
// argument: results 48
// argument: shared 5 6 7 8 9 10 11 12
// argument: value 4 3
// argument: value 4 0
// expected: 7 7 7 2 2 2 2 2 27 27 0 0 0 0 0 0 1125938561679361 19703261254778889 1125912791875593 1125938566594561 1125938561679361 2533287675887617 1125912791875593 1125938566594561 1099511627785 1099511627785 1099511627785 9 1099511627785 9 9 9 15 15 10 10 10 23 23 23 1099511627776 1099511627776 1099511627776 0 1099511627776 0 0 0
kernel void entry(global ulong* results, global const int* in, uint u, uint zero) {
  const uint li = get_local_id(0);
  int total = 0;
  for (uint q = 0; q < u; ++q) {
    uint b[3] = {q, 0, 0};
    for (int j = 0; j < 3; ++j) {  // left early by some items, and unrolled
      int v = li;
      int f = 1;
      if (v != 0) {
        int w = v - 1;
        if (w >= 2) continue;
        f = in[w];
      }
      if (f & 1) total += 3;
      b[j] = 7;
    }
    results[li] = b[0];
    results[li + 8] = total;
  }
  ushort c[4] = {1, 2, 3, 4};
  for (int j = 0; j < 4; ++j) {
    switch ((li + j) & 3) {
      case 0:
        if (in[li] & 1) break;
        c[j] = 70;
      case 1:
        c[3 - j] += in[j];
        break;
      case 2:
        if (in[li] < 8) continue;
        c[j] = 9;
    }
    if (c[j] == 9) break;
  }
  results[li + 16] = c[0] | (ulong)c[1] << 16 | (ulong)c[2] << 32 | (ulong)c[3] << 48;
  ulong2 d = (ulong2)(u, zero);
  if (li == 0 || (in[li] & 1 ? (int)li < in[0] : li < 3u)) d.y = 1ul << 40;
  results[li + 24] = d.x * 3 + d.y;
  float4 e = (float4)(1, 2, 3, 4);
  if (li < 2)
    e.z = 8;
  else if (in[li] > 9 || (in[li] & 2 && li > u))
    e.z = 16;
  results[li + 32] = (ulong)(e.x + e.y + e.z + e.w);
  results[li + 40] = d.y;
}
