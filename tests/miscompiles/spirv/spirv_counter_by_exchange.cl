// The result of an atomic operation that a loop hands on had another type in OpPhi than its definition.
// report: llvm 152863
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 2
// argument: shared64 42
// argument: value 8 7
// expected: 49 42
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void entry(global ulong* results, global ulong* counter, ulong step) {
  ulong seen = 0;
  for (;;) {
    const ulong before = atom_cmpxchg(counter, seen, seen + step);
    if (before == seen) break;
    seen = before;
  }
  results[0] = counter[0];
  results[1] = seen;
}
