// The s_and that also sets SCC was erased before a branch by VCC, though a selection after the branch asks for
// SCC.
// report: llvm 215745, 215829
// options: -cl-std=CL1.2
// global: 64
// local: 64
// offset: 0
// argument: results 64
// argument: value 4 2147483648
// argument: value 4 5
// expected: 263 65545 263 65545 263 65799 9 65799 9 65545 263 65545 263 65799 9 65799 9 65545 263 65545 263 65545 9 65799 9 65799 263 65545 263 65545 9 65799 9 65799 263 65545 263 65545 263 65799 9 65799 9 65545 263 65545 263 65799 9 65799 9 65545 263 65545 263 65545 9 65799 9 65799 263 65545 263 65545
kernel void entry(global ulong* results, uint limit, uint uniform) {
  const uint item = (uint)get_global_id(0);
  const uint x = item * 2654435761u;
  const bool less = x < limit;
  uint value = 9;
  if (less) value = 7;
  const uint chosen = uniform > limit ? 1 : 0;
  results[item] = value + ((less ? 1u : 0u) << 8) + ((item & 1) << 16) + ((ulong)chosen << 32);
}
