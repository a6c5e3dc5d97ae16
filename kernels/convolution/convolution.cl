// Convolution of images by filters as a product that no memory holds: a row of A is the window of a pixel of the result, a
// column of B a filter. Images are N x height x width x channels, filters K x height x width x channels, and the result is
// N x out_height x out_width x K, of half.
#if defined(cl_khr_cooperative_matrix) && defined(cl_khr_fp16)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define NAME convolution_half
#define HAS_GROUP_FORM
#define ELEMENT half
#define READ_AS
#define SUM float
#define RESULT half
#define RESULT_OF(x) convert_half_rte(x)
#define B_IN_COLUMNS
#define IS_CONVOLUTION
#include "../matmul_units/matmul_units.clh"

#ifdef GROUP_ITEMS
// convolution_half_group multiplies images with zeros around them: the windows of the pixels of all images begin so many
// elements behind one another as a pixel has, also those that reach across the end of a line, whose products nobody wants.

// Images with `padding` zeros on all sides. The first dimension is the vectors of a line, the second lines, the third images.
kernel void convolution_pad(global const uint4* restrict images, global uint4* restrict padded, uint height, uint width,
                            uint vectors, uint padding) {
  const uint at = get_global_id(0), line = get_global_id(1), image = get_global_id(2);
  const uint padded_line = (width + 2 * padding) * vectors;
  const uint x = at / vectors - padding, y = line - padding;  // beyond the end where they are before the begin
  if (at >= padded_line) return;
  const bool is_inside = x < width && y < height;
  padded[((ulong)image * get_global_size(1) + line) * padded_line + at] =
      is_inside ? images[(((ulong)image * height + y) * width + x) * vectors + at % vectors] : (uint4)(0);
}

// The products that are wanted: `vectors` of each pixel of the result, whose products stand among those of `line` pixels and `lines`.
kernel void convolution_gather(global const uint4* restrict products, global uint4* restrict result, uint out_width,
                               uint line, uint lines, uint vectors, uint pitch, uint first, uint c_pitch) {
  const uint at = get_global_id(0), y = get_global_id(1), image = get_global_id(2);
  if (at >= out_width * vectors) return;
  const ulong pixel = ((ulong)image * get_global_size(1) + y) * out_width + at / vectors;
  result[first + pixel * c_pitch + at % vectors] =
      products[(((ulong)image * lines + y) * line + at / vectors) * pitch + at % vectors];
}
#endif

#ifdef HAS_UNITS
#define HALVES 8  // of a vector
// Where pixels are no vectors, windows are written out first, with zeros up to a whole number of `vectors`: rows of a product.
// The first dimension is the vectors of a line of the result, the second lines, the third images.
kernel void convolution_windows(global const half* restrict images, global uint4* restrict windows, uint height, uint width,
                                uint channels, uint filter_height, uint filter_width, uint stride, uint padding,
                                uint out_width, uint vectors) {
  const uint at = get_global_id(0), out_y = get_global_id(1), image = get_global_id(2), out_x = at / vectors;
  if (out_x >= out_width) return;
  const uint first = at % vectors * HALVES, tap = first / channels;
  uint channel = first % channels, in_line = tap % filter_width, line = tap / filter_width;
  uint x = out_x * stride + in_line - padding, y = out_y * stride + line - padding;
  union {
    uint4 all;
    half each[HALVES];
  } vector;
  vector.all = 0;
#pragma unroll
  for (uint i = 0; i < HALVES; ++i) {
    // Beyond the end are those before the begin, too.
    if (line < filter_height && x < width && y < height) vector.each[i] = images[(((ulong)image * height + y) * width + x) * channels + channel];
    if (++channel < channels) continue;
    channel = 0;
    ++x;
    if (++in_line < filter_width) continue;
    in_line = 0;
    x -= filter_width;
    ++line;
    ++y;
  }
  windows[(((ulong)image * get_global_size(1) + out_y) * out_width + out_x) * vectors + at % vectors] = vector.all;
}

// Filters of `depth` elements, with zeros up to so many vectors.
kernel void convolution_filters(global const half* restrict filters, global uint4* restrict padded, uint depth, uint vectors) {
  const uint at = get_global_id(0), filter = get_global_id(1);
  if (at >= vectors) return;
  padded[filter * vectors + at] =
      convolution_half_vector(filters + filter * depth + at * HALVES, (long)depth - at * HALVES, false);
}
#endif
#endif
