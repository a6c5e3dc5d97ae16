// expect: clc::image is made from a clc::Buffer, which is no image
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.flip(queue, range_2d({8, 8}), clc::image<clc::image2d_t>(memory), picture(memory), sampler);
#else
  return kernels.flip(queue, range_2d({8, 8}), picture(memory), picture(memory), sampler);
#endif
}
