#include "pixel.clh"

// Grey, as bright as the picture is steep. CENTRE and CORNER weigh the neighbours: clc_add_kernels says how.
kernel void edges(global const uchar4* restrict picture, global uchar4* restrict result, int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width || y >= height) return;
#define AT(dx, dy) brightness_at(picture, x + (dx), y + (dy), width, height)
  const float across = CORNER * (AT(1, -1) - AT(-1, -1)) + CENTRE * (AT(1, 0) - AT(-1, 0)) + CORNER * (AT(1, 1) - AT(-1, 1));
  const float down = CORNER * (AT(-1, 1) - AT(-1, -1)) + CENTRE * (AT(0, 1) - AT(0, -1)) + CORNER * (AT(1, 1) - AT(1, -1));
  const float steepness = sqrt(across * across + down * down) / (2 * CORNER + CENTRE);
  const uchar grey = convert_uchar_sat_rte(steepness);
  result[y * width + x] = (uchar4)(grey, grey, grey, 255);
}
