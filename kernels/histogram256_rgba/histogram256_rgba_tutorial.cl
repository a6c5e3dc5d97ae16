// partial[256 * group + v] = pixels of the group's part whose largest channel, alpha included, is v. The image of `size`
// pixels begins at element get_global_offset(0) of `pixels`.

static uint largest_channel(uchar4 pixel) { return max(max(pixel.x, pixel.y), max(pixel.z, pixel.w)); }

#define PIXEL uchar4
#define BIN_OF(pixel) largest_channel(pixel)
#include "../histogram256/tutorial.clh"

__kernel void histogram256_rgba_tutorial_linear(__global const uchar4* pixels, ulong size, __global uint* partial,
                                                __local uchar* bins) {
  count_in_rows(pixels, size, partial, bins, true);
}

__kernel void histogram256_rgba_tutorial_strided(__global const uchar4* pixels, ulong size, __global uint* partial,
                                                 __local uchar* bins) {
  count_in_rows(pixels, size, partial, bins, false);
}
