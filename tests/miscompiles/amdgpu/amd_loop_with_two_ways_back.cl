// A value that one of two ways back to a loop's head changes.
// report: llvm 210695
// options: -cl-std=CL1.2
// global: 16
// local: 16
// offset: 0
// argument: results 48
// argument: shared 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 4 3 3 8 3 2 7 9 5
// argument: value 4 7
// argument: value 4 1
// expected: 9 9 9 9 9 9 9 9 9 9 9 9 5 0 2 2 599494 245200 68053 28687 9004 3172 985 256 94 40 13 4 1 0 5046390 2389185 13 13 13 13 13 13 13 13 13 13 13 13 13 13 29 29
kernel void entry(global ulong* results, global const uint* in, uint limit, uint step) {
  const uint i = get_local_id(0);
  uint last = 0, more = 0, at = i, ways = 0;
head:
  last = more;
body:
  if (at >= 32 || in[at] == limit) goto done;
  more = min(in[at], last + 5);
  at += step;
  ways = ways * 3 + (more > last);
  if (in[at & 31] & 1) goto head;
  goto body;
done:
  results[i] = last;
  results[i + 16] = ways;
  results[i + 32] = at;
}
