// expect: flip: argument 0 'in' ('read_only image2d_t in') has to be clc::image<clc::image2d_t>
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.flip(queue, range_2d({8, 8}), of<cl_uchar4>(memory), picture(memory), sampler);
#else
  return kernels.flip(queue, range_2d({8, 8}), picture(memory), picture(memory), sampler);
#endif
}
