// A string of digits is read as a ulong, and each step is undone by a division, which was done in float.
// report: llvm 151676, ROCm 5142
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 2
// argument: shared 1 8 4 4 6 7 4 4 0 7 3 7 0 9 5 5 1 6 1
// argument: value 4 19
// expected: 1844674407370955161 0
kernel void entry(global ulong* results, global const uint* digits, uint n) {
  ulong value = 0, wrong = 0;
  for (uint i = 0; i < n; ++i) {
    const ulong next = value * 10UL + digits[i];
    wrong += next / 10UL != value;
    wrong += next % 10UL != digits[i];
    value = next;
  }
  results[0] = value;
  results[1] = wrong;
}
