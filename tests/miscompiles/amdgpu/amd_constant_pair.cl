// A comparison with a long whose halves are equal took one half for the whole.
// report: llvm 139908
// options: -cl-std=CL1.2
// global: 4
// local: 4
// offset: 0
// argument: results 8
// argument: shared64 180388626474 42 184683593770 180388626432
// expected: 1 180388626474 0 42 0 180388626474 0 180388626432
kernel void entry(global ulong* results, global const ulong* a) {
  const size_t i = get_global_id(0);
  results[2 * i] = a[i] == 0x0000002a0000002aUL;
  results[2 * i + 1] = a[i] & 0x0000002a0000002aUL;
}
