// A loop with two entries, of gotos: the values that an edge inside the loop leads to the second one are
// lost. `left` is volatile, so that the kernel ends if it is wrong.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 8
// local: 8
// offset: 0
// argument: results 16
// argument: shared 1 2 3 4 5 6 7 8
// expected: 2144209622 2931756366 1388179623 4214165795 600608368 1201607928 2140947062 2484017357 1791462200 3766426786 2941633943 753868919 1694665942 2036278348 3203653724 3318687777
kernel void entry(global ulong* results, global const uint* in) {
  const uint item = (uint)get_local_id(0);
  uint x = in[item];
  uint sum = 0;
  volatile uint left = 20;
  if (x & 1) goto odd;
even:
  sum = sum * 3 + x;
  goto next;
odd:
  sum ^= x << 3;
next:
  if (--left == 0) goto end;
  x = x * 1664525u + 1013904223u;
  if (x >> 31) goto odd;
  goto even;
end:
  results[2 * item] = sum;
  results[2 * item + 1] = x;
}
