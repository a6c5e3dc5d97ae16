// Rotates a picture about its centre, clockwise, onto a canvas that holds all of it.
//
// Coordinates are exact: positions are counted in half pixels from the centre, sine and cosine are integers
// scaled by 2^30, so a position on the other picture is a 64-bit integer scaled by 2^31. Every device finds the
// same pixel, and multiples of 90 degrees are exact.
// A picture is at most 2^24 pixels wide and high; rows have no gaps.

#define HALF (1L << 30)

// Where pixel (x, y) of a from.x by from.y picture lies on a to.x by to.y picture, scaled by 2^31.
static long2 rotate_to(long x, long y, int2 from, int2 to, int cosine, int sine) {
  const long u = 2 * x - (from.x - 1);
  const long v = 2 * y - (from.y - 1);
  return (long2)(cosine * u - sine * v + (to.x - 1) * HALF, sine * u + cosine * v + (to.y - 1) * HALF);
}

// The nearest pixel; halves go up.
static long2 nearest(long2 position) { return (position + HALF) >> 31; }

static bool inside(long2 pixel, int2 size) {
  return pixel.x >= 0 && pixel.y >= 0 && pixel.x < size.x && pixel.y < size.y;
}

// Forward: one item per source pixel below `end` puts it at its new place. The canvas is cleared before;
// except at multiples of 90 degrees some places stay empty and some are written twice.

kernel void rotate_forward_grey(global const uchar* restrict in, global uchar* restrict out, int2 in_size,
                                int2 out_size, int cosine, int sine, uint2 end) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  if (x >= end.x || y >= end.y) return;
  const long2 to = nearest(rotate_to(x, y, in_size, out_size, cosine, sine));
  if (inside(to, out_size)) out[to.y * out_size.x + to.x] = in[y * in_size.x + x];
}

kernel void rotate_forward_rgba(global const uchar4* restrict in, global uchar4* restrict out, int2 in_size,
                                int2 out_size, int cosine, int sine, uint2 end) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  if (x >= end.x || y >= end.y) return;
  const long2 to = nearest(rotate_to(x, y, in_size, out_size, cosine, sine));
  if (inside(to, out_size)) out[to.y * out_size.x + to.x] = in[y * in_size.x + x];
}

// Inverse: one item per canvas pixel below `end` fetches from its old place; outside is black or transparent.

kernel void rotate_nearest_grey(global const uchar* restrict in, global uchar* restrict out, int2 in_size,
                                int2 out_size, int cosine, int sine, uint2 end) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  if (x >= end.x || y >= end.y) return;
  const long2 from = nearest(rotate_to(x, y, out_size, in_size, cosine, -sine));
  out[y * out_size.x + x] = inside(from, in_size) ? in[from.y * in_size.x + from.x] : (uchar)0;
}

kernel void rotate_nearest_rgba(global const uchar4* restrict in, global uchar4* restrict out, int2 in_size,
                                int2 out_size, int cosine, int sine, uint2 end) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  if (x >= end.x || y >= end.y) return;
  const long2 from = nearest(rotate_to(x, y, out_size, in_size, cosine, -sine));
  uchar4 value = 0;
  if (inside(from, in_size)) value = in[from.y * in_size.x + from.x];
  out[y * out_size.x + x] = value;
}

// The four pixels around a position and how far it is from the first one. Beyond the edge the edge counts.
typedef struct {
  long x0, x1, y0, y1;
  float right, down;
} Neighbours;

static Neighbours neighbours(long2 position, int2 size) {
  Neighbours n;
  const long x = position.x >> 31;
  const long y = position.y >> 31;
  n.x0 = max(x, 0L);
  n.y0 = max(y, 0L);
  n.x1 = min(x + 1, size.x - 1L);
  n.y1 = min(y + 1, size.y - 1L);
  n.right = (float)(position.x & 0x7fffffffL) * 0x1p-31f;
  n.down = (float)(position.y & 0x7fffffffL) * 0x1p-31f;
  return n;
}

kernel void rotate_bilinear_grey(global const uchar* restrict in, global uchar* restrict out, int2 in_size,
                                 int2 out_size, int cosine, int sine, uint2 end) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  if (x >= end.x || y >= end.y) return;
  const long2 position = rotate_to(x, y, out_size, in_size, cosine, -sine);
  float value = 0;
  if (inside(nearest(position), in_size)) {
    const Neighbours n = neighbours(position, in_size);
    const float above = mix((float)in[n.y0 * in_size.x + n.x0], (float)in[n.y0 * in_size.x + n.x1], n.right);
    const float below = mix((float)in[n.y1 * in_size.x + n.x0], (float)in[n.y1 * in_size.x + n.x1], n.right);
    value = mix(above, below, n.down);
  }
  out[y * out_size.x + x] = convert_uchar_sat_rte(value);
}

kernel void rotate_bilinear_rgba(global const uchar4* restrict in, global uchar4* restrict out, int2 in_size,
                                 int2 out_size, int cosine, int sine, uint2 end) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  if (x >= end.x || y >= end.y) return;
  const long2 position = rotate_to(x, y, out_size, in_size, cosine, -sine);
  float4 value = 0;
  if (inside(nearest(position), in_size)) {
    const Neighbours n = neighbours(position, in_size);
    const float4 above = mix(convert_float4(in[n.y0 * in_size.x + n.x0]), convert_float4(in[n.y0 * in_size.x + n.x1]),
                             n.right);
    const float4 below = mix(convert_float4(in[n.y1 * in_size.x + n.x0]), convert_float4(in[n.y1 * in_size.x + n.x1]),
                             n.right);
    value = mix(above, below, n.down);
  }
  out[y * out_size.x + x] = convert_uchar4_sat_rte(value);
}
