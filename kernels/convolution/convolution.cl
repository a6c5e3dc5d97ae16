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
#endif
