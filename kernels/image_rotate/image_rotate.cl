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

// The same results by tiles of the canvas, for GPUs; image_rotate_tiles.clh holds the kernels, once for each type of pixel.
// Positions are scaled by 2^32 there, so that the upper half is the pixel and the lower one how far the position is from it;
// 24 bits of that are enough for weights.

#ifdef __NVPTX__
// Bytes as floats without a conversion, which is slow: in the bits 16 to 23 a byte is itself times 2^-133, and the byte that is
// nearest to a blended one is there when half of 2^-133 was added. The 24 bits of a distance are itself times 2^-125.
typedef struct {
  float above_left, above_right, below_left, below_right;
} Weights;

static Weights weights_at(uint x, uint y) {
  const float right = as_float(x & 0xffffffu) * 0x1p125f, down = as_float(y & 0xffffffu) * 0x1p125f, up = 1 - down;
  Weights weights;
  weights.above_right = right * up;
  weights.below_right = right * down;
  weights.above_left = up - weights.above_right;
  weights.below_left = down - weights.below_right;
  return weights;
}
static float byte_of(uint bytes, uint channel) { return as_float(__nvvm_prmt(bytes, 0, 0x4044u | channel << 8)); }
static uint blend_channel(uint a, uint b, uint c, uint d, uint channel, Weights weights) {
  const float left = fma(weights.above_left, byte_of(a, channel), 0x1p-134f);
  const float above = fma(weights.above_right, byte_of(b, channel), left);
  const float all = fma(weights.below_left, byte_of(c, channel), above);
  return as_uint(fma(weights.below_right, byte_of(d, channel), all));
}
// The bytes in which blended channels are. Not by the store alone: ptxas 13.0 takes the store of a float's byte for a
// conversion to a byte.
static uint blended_byte(uint a) { return __nvvm_prmt(a, 0, 0x4442u); }
static uint blended_bytes(uint a, uint b, uint c, uint d) {
  return __nvvm_prmt(__nvvm_prmt(a, b, 0x0062u), __nvvm_prmt(c, d, 0x0062u), 0x5410u);
}
static uint lowest_bytes(uint a, uint b, uint c, uint d) {
  return __nvvm_prmt(__nvvm_prmt(a, b, 0x0040u), __nvvm_prmt(c, d, 0x0040u), 0x5410u);
}
#else
// A byte as a float without a conversion, which is slow: 2^23 + a byte is a float whose lowest bits are the byte.
typedef struct {
  float right, down;
} Weights;

static Weights weights_at(uint x, uint y) {
  Weights weights;
  weights.right = as_float((x << 8 >> 9) + 0x3f800000u) - 1;
  weights.down = as_float((y << 8 >> 9) + 0x3f800000u) - 1;
  return weights;
}
static float biased_byte_of(uint bytes, uint channel) { return as_float(0x4b000000u | (bytes >> 8 * channel & 0xffu)); }
static uint blend_channel(uint a, uint b, uint c, uint d, uint channel, Weights weights) {
  const float a1 = biased_byte_of(a, channel), c1 = biased_byte_of(c, channel);
  const float above = fma(weights.right, biased_byte_of(b, channel) - a1, a1 - 0x1p23f);
  const float below = fma(weights.right, biased_byte_of(d, channel) - c1, c1 - 0x1p23f);
  return as_uint(fma(weights.down, below - above, above) + 0x1p23f);
}
static uint blended_byte(uint a) { return a & 0xffu; }
static uint lowest_bytes(uint a, uint b, uint c, uint d) {
  return (a & 0xffu) | (b & 0xffu) << 8 | (c & 0xffu) << 16 | d << 24;
}
static uint blended_bytes(uint a, uint b, uint c, uint d) { return lowest_bytes(a, b, c, d); }
#endif

// Four pixels blended; of grey ones the byte is where blended_byte finds it.
static uint blend_grey(uint a, uint b, uint c, uint d, Weights weights) {
  return blend_channel(a, b, c, d, 0, weights);
}
static uint blend_rgba(uint a, uint b, uint c, uint d, Weights weights) {
  return blended_bytes(blend_channel(a, b, c, d, 0, weights), blend_channel(a, b, c, d, 1, weights),
                       blend_channel(a, b, c, d, 2, weights), blend_channel(a, b, c, d, 3, weights));
}

static uint as_grey(uint a, bool blended) { return blended ? blended_byte(a) : a; }
static uint as_rgba(uint a, bool blended) { return a; }
static uint join_grey(uint a, uint b, uint c, uint d, bool blended) {
  return blended ? blended_bytes(a, b, c, d) : lowest_bytes(a, b, c, d);
}
static uint4 join_rgba(uint a, uint b, uint c, uint d, bool blended) { return (uint4)(a, b, c, d); }

// Copies four pixels; wait_for_copies() before others read them. Chips that copy to local memory by themselves have all that
// a tile needs under way at once, and no registers hold it.
#if defined(__NVPTX__) && __CUDA_ARCH__ >= 800
#define AT(SPACE, POINTER) ((__attribute__((address_space(SPACE))) void*)(size_t)(POINTER))
static void copy_grey(global const uint* from, local uint* to) { __nvvm_cp_async_ca_shared_global_4(AT(3, to), AT(1, from)); }
static void copy_rgba(global const uint4* from, local uint4* to) { __nvvm_cp_async_cg_shared_global_16(AT(3, to), AT(1, from)); }
static void wait_for_copies(void) { __nvvm_cp_async_wait_all(); }
#else
static void copy_grey(global const uint* from, local uint* to) { *to = *from; }
static void copy_rgba(global const uint4* from, local uint4* to) { *to = *from; }
static void wait_for_copies(void) {}
#endif

// `base` and the highest byte of y times `y_pitch`, and of x times `x_pitch`.
#if defined(__NVPTX__) && __CUDA_ARCH__ >= 610
#define PASTE(A, B) A##B  // as in ../sort/wave.clh
static uint place_of(uint x, uint y, uint x_pitch, uint y_pitch, uint base) {
  uint place;
  PASTE(__as, m__)("dp2a.lo.u32.u32 %0, %1, %2, %3;"
                   : "=r"(place)
                   : "r"(y_pitch << 16 | x_pitch), "r"(__nvvm_prmt(x, y, 0x73u)), "r"(base));
  return place;
}
#else
static uint place_of(uint x, uint y, uint x_pitch, uint y_pitch, uint base) {
  return base + (y >> 24) * y_pitch + (x >> 24) * x_pitch;
}
#endif

// A group makes a tile.
#define TILE_WIDTH 64
#define TILE_HEIGHT 48
#define TILE_ITEMS 128

// The part of the picture below a tile of 64 + SKEW by 48 pixels is a pixel or two larger than the diagonal of the tile, and
// has another row, as positions are rounded.
#define PIXEL uchar
#define PIXEL4 uint
#define NAMED(NAME) NAME##grey
#define RUN 4
#define ACROSS 8
#define ALTERNATES 0
#define SKEW 31
#define BOX_ROWS 109
#define BOX_PITCH 112
#include "image_rotate_tiles.clh"

#define PIXEL uint
#define PIXEL4 uint4
#define NAMED(NAME) NAME##rgba
#define RUN 1
#define ACROSS 8
#define ALTERNATES 1
#define SKEW 7
#define BOX_ROWS 88
#define BOX_PITCH 92
#include "image_rotate_tiles.clh"
