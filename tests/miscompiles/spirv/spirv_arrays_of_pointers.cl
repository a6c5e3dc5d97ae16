// A private array of pointers, indexed by numbers that are not known, was declared as one pointer, or as one byte.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 4
// local: 4
// offset: 0
// argument: results 4
// argument: value 4 13
// expected: 213183 211482 211209 209508
kernel void entry(global ulong* results, uint k) {
  const uint item = get_global_id(0);
  uchar a[4] = {107, 222, 2, 141}, b[4] = {36, 155, 197, 5}, c = (uchar)k;
  uchar* ways[4] = {a, b + 1, &c, &a[k & 3]};
  uchar** way = &ways[(k >> 1) & 1];
  **way += 52;
  ++way;
  *way = &b[(k >> 2) & 3];
  **way ^= (uchar)item;
  for (uint i = 0; i < k; ++i) {
    uchar* p = ways[(i + k) & 3];
    *p = (uchar)(*p * 3 + i);
  }
  uint sum = 0;
  for (int i = 0; i < 4; ++i) sum = sum * 5 + a[i] + b[i] * 7u;
  results[item] = sum * 3 + c + (uint)(way - ways);
}
