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

// The same results with less arithmetic, for GPUs: products of two 32-bit numbers. The launcher's groups are narrow, so that
// the pixels of a wave lie close together on the picture, too.

static long2 quick_rotate_to(uint x, uint y, int2 from, int2 to, int cosine, int sine) {
  const long u = 2 * (int)x - (from.x - 1), v = 2 * (int)y - (from.y - 1);
  return (long2)((long)cosine * (int)u - (long)sine * (int)v + (to.x - 1) * HALF,
                 (long)sine * (int)u + (long)cosine * (int)v + (to.y - 1) * HALF);
}

static int2 quick_nearest(long2 position) {
  return (int2)((int)((position.x + HALF) >> 31), (int)((position.y + HALF) >> 31));
}

static bool quick_inside(int2 pixel, int2 size) { return (uint)pixel.x < (uint)size.x && (uint)pixel.y < (uint)size.y; }

// A byte as a float, and back to the nearest byte, without conversions, which are slow on GPUs: 2^23 + a byte is a float
// whose lowest bits are the byte.
#define BYTE_BIAS 0x4b000000u
static float byte_to_float(uint bytes, uint channel) {
#ifdef __NVPTX__
  return as_float(__nvvm_prmt(bytes, BYTE_BIAS, 0x7540u | channel)) - 0x1p23f;
#else
  return as_float(BYTE_BIAS | (bytes >> 8 * channel & 0xffu)) - 0x1p23f;
#endif
}
static uint float_to_byte(float value) { return as_uint(value + 0x1p23f) & 0xffu; }

static float blend(float a, float b, float share) { return fma(share, b - a, a); }

static float blend_channel(uint a, uint b, uint c, uint d, uint channel, float right, float down) {
  return blend(blend(byte_to_float(a, channel), byte_to_float(b, channel), right),
               blend(byte_to_float(c, channel), byte_to_float(d, channel), right), down);
}

// The pixel at `position`, of the four around it; `channels` bytes.
#define BILINEAR_AT(in, position, size, value, channels)                                                               \
  {                                                                                                                    \
    const int x = (int)(position.x >> 31), y = (int)(position.y >> 31);                                                \
    const int x0 = max(x, 0), x1 = min(x + 1, size.x - 1);                                                             \
    const ulong above = (ulong)max(y, 0) * (uint)size.x, below = (ulong)min(y + 1, size.y - 1) * (uint)size.x;         \
    const float right = (float)((uint)position.x & 0x7fffffffu) * 0x1p-31f;                                            \
    const float down = (float)((uint)position.y & 0x7fffffffu) * 0x1p-31f;                                             \
    const uint a = in[above + x0], b = in[above + x1], c = in[below + x0], d = in[below + x1];                         \
    for (uint channel = 0; channel < channels; ++channel)                                                              \
      value |= float_to_byte(blend_channel(a, b, c, d, channel, right, down)) << 8 * channel;                          \
  }
#define NEAREST_AT(in, position, size, value, channels) value = in[(ulong)pixel.y * (uint)size.x + pixel.x];

#define DEFINE_QUICK(NAME, TYPE, AT, CHANNELS)                                                                         \
  kernel void rotate_quick_##NAME(global const TYPE* restrict in, global TYPE* restrict out, int2 in_size,             \
                                  int2 out_size, int cosine, int sine, uint2 end) {                                    \
    const uint x = get_global_id(0), y = get_global_id(1);                                                             \
    if (x >= end.x || y >= end.y) return;                                                                              \
    const long2 position = quick_rotate_to(x, y, out_size, in_size, cosine, -sine);                                    \
    const int2 pixel = quick_nearest(position);                                                                        \
    uint value = 0;                                                                                                    \
    if (quick_inside(pixel, in_size)) AT(in, position, in_size, value, CHANNELS)                                       \
    out[(ulong)y * (uint)out_size.x + x] = value;                                                                      \
  }

DEFINE_QUICK(nearest_grey, uchar, NEAREST_AT, 1)
DEFINE_QUICK(nearest_rgba, uint, NEAREST_AT, 4)
DEFINE_QUICK(bilinear_grey, uchar, BILINEAR_AT, 1)
DEFINE_QUICK(bilinear_rgba, uint, BILINEAR_AT, 4)
