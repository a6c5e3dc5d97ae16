// partial[256 * group + v] = how often v occurs among the group's part of `size` bytes. The image begins at element
// get_global_offset(0) of `pixels`.

#define PIXEL uchar
#define BIN_OF(pixel) (pixel)
#include "tutorial.clh"

__kernel void histogram256_tutorial_linear(__global const uchar* pixels, ulong size, __global uint* partial,
                                           __local uchar* bins) {
  count_in_rows(pixels, size, partial, bins, true);
}

__kernel void histogram256_tutorial_strided(__global const uchar* pixels, ulong size, __global uint* partial,
                                            __local uchar* bins) {
  count_in_rows(pixels, size, partial, bins, false);
}
