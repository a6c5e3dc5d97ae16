// A loop whose end depends on a number that may not change was taken to end at once, or unrolled with a wrong
// count.
// report: llvm 131465, 126012
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 4
// argument: value 4 1
// argument: value 4 9
// expected: 6 4 2 9
kernel void entry(global ulong* results, uint add, uint most) {
  int e = 2;
  uint n = 0;
  do {
    e += (int)(add & 1);
    ++n;
  } while (e != 6 && n < most);
  results[0] = (ulong)(long)e;
  results[1] = n;
  e = 2, n = 0;
  do {
    e += (int)(add >> 1 & 1);
    ++n;
  } while (e != 6 && n < most);
  results[2] = (ulong)(long)e;
  results[3] = n;
}
