// Reads a number of 32 bits that begins at byte `at`.
kernel void header(global const uchar* file, uint at, global uint* number) {
  // HOLE: Put it together from bytes: a cast pointer may be misaligned, and has the device's order of bytes.
  number[0] = ((global const uint*)file)[at / 4];
}
