// The upper half of a long is -1, which is found late, and | of it and another has to stay -1.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 4
// local: 4
// argument: results 8
// argument: value 4 12345
// argument: value 8 77309411329
// expected: 18446744073709551613 18446744073709551615 18446744073709547501 18446744073709539270 18446744073709543391 18446744073709526927 18446744073709514623 18446744073709514580
kernel void entry(global ulong* results, uint by, ulong number) {
  const uint li = get_local_id(0);
  results[li * 2] = ((ulong)(li * by) ^ (ulong)-4) | (ulong)(long)(short)(li * 9000 + number);
  results[li * 2 + 1] = ((ulong)(li * by) ^ ~0ul) | (li + number);
}
