// expect: flip: argument 0 'in' ('read_only image2d_t in') has to be clc::image<clc::image2d_t> or
// clc::read_only_image<clc::image2d_t>
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.flip(queue, range_2d({8, 8}), clc::image<clc::image3d_t>(memory.handle()), picture(memory), sampler);
#else
  return kernels.flip(queue, range_2d({8, 8}), picture(memory), picture(memory), sampler);
#endif
}
