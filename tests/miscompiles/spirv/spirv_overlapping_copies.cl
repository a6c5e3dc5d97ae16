// A loop that shifts the elements of an array, which the optimiser makes a memmove of, was written as a copy of memory that must not overlap.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 16
// local: 16
// offset: 0
// argument: results 48
// argument: value 4 34
// expected: 238 102 204 273 137 239 308 172 274 343 207 309 378 242 344 413 277 379 448 312 414 483 347 449 518 382 484 315 417 519 350 452 554 385 487 589 420 522 624 455 557 659 490 592 694 525 627 729
kernel void entry(global ulong* results, uint k) {
  const uint item = get_global_id(0);
  ushort some[16];
  local ushort theirs[16][80];
  for (int i = 0; i < 16; ++i) some[i] = (ushort)(item + i * k);
  for (int i = 0; i + 7 < 16; ++i) some[i] = some[i + 7];
  results[item * 3] = some[item];
  for (int i = 0; i < 80; ++i) theirs[item][i] = (ushort)(item + i * k);
  for (int i = 79; i - 9 >= 0; --i) theirs[item][i] = theirs[item][i - 9];
  results[item * 3 + 1] = theirs[item][12 + item];
  for (uint i = 0; i < k + item; ++i) theirs[item][i] = theirs[item][i + 3];
  results[item * 3 + 2] = theirs[item][12 + item];
}
