// An element of two is written whose number is a bit that all items share.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 4
// local: 4
// argument: results 64
// argument: value 4 3903323426
// argument: value 4 7
// argument: value 8 77309411329
// expected: 3903323426 0 3903323426 0 3903323426 3903323426 5 7 22 3903323426 7 3903323447 0 77309411329 77309411329 541165879303 3903323426 0 3903323426 0 3903323426 3903323426 5 7 22 3903323426 7 3903323447 0 77309411329 77309411329 541165879303 3903323426 0 3903323426 0 3903323426 3903323426 5 7 22 3903323426 7 3903323447 0 77309411329 77309411329 541165879303 3903323426 0 3903323426 0 3903323426 3903323426 5 7 22 3903323426 7 3903323447 0 77309411329 77309411329 541165879303
// Writes the elements that x has after one of them was written.
void write(global ulong* results, ulong2 x, uint number, ulong written) {
  ulong* p = (ulong*)&x;
  p[number] = written;
  results[0] = p[0];
  results[1] = p[1];
  results[2] = p[number] + p[1 - number] * 3;
}

kernel __attribute__((reqd_work_group_size(4, 1, 1))) void entry(global ulong* results, uint even, uint odd, ulong wide) {
  global ulong* mine = results + get_local_id(0) * 16;
  write(mine + 0, (ulong2)0, clz(even) & 1, even);
  write(mine + 3, (ulong2)0, odd & 1, even);
  write(mine + 6, (ulong2)(5, 7), (odd >> 2) & 1, odd);
  write(mine + 9, (ulong2)(wide, 7), (wide >> 32) & 1, even);
  write(mine + 12, (ulong2)0, (even & 0x10000u) != 0, wide);
  ulong4 four = 0;
  ((ulong*)&four)[odd & 2] = wide;
  mine[15] = four.s0 * 3 + four.s1 * 5 + four.s2 * 7 + four.s3 * 11;
}
