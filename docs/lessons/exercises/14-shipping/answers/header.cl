// Reads a number of 32 bits that begins at byte `at`.
kernel void header(global const uchar* file, uint at, global uint* number) {
  number[0] = file[at] | file[at + 1] << 8 | file[at + 2] << 16 | (uint)file[at + 3] << 24;
}
