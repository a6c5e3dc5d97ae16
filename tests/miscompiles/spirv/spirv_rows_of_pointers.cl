// A private array of arrays of pointers was declared as one of them, or as one byte.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 16
// local: 16
// offset: 0
// argument: results 16
// argument: value 4 13
// expected: 62245241 75223542 34294969 48494541 19556240 42424942 13723165 18863041 62245241 75223542 34294969 48494541 19556240 42424942 13723165 18863041
kernel void entry(global ulong* results, uint k) {
  const uint item = get_global_id(0);
  uint a[4] = {10, 20, 30, 40};
  uint* ways[2][2];
  ways[0][0] = a, ways[0][1] = a + 1, ways[1][0] = a + 2, ways[1][1] = &a[(k + item) & 3];
  for (uint i = 0; i < (k & 7); ++i) {
    uint** one = &ways[(item + i) & 1][item >> 1 & 1];
    uint** other = &ways[i >> 1 & 1][item >> 2 & 1];
    uint* way = *one;
    *one = *other;
    *other = way;
    **one += i * 7;
    if (ways[0][0] == ways[1][1]) *ways[0][0] ^= 5;
    (*ways[0][i & 1])++;
  }
  ulong sum = 0;
  for (int i = 0; i < 4; ++i) sum = sum * 100 + a[i] + (ways[i & 1][i >> 1] - a);
  results[item] = sum;
}
