// expect: flip: argument 1 'out' ('write_only image2d_t out') has to be clc::image<clc::image2d_t> or
// clc::write_only_image<clc::image2d_t>
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.flip(queue, range_2d({8, 8}), clc::read_only_image<clc::image2d_t>(memory.handle()),
                      clc::read_only_image<clc::image2d_t>(memory.handle()), sampler);
#else
  return kernels.flip(queue, range_2d({8, 8}), clc::read_only_image<clc::image2d_t>(memory.handle()),
                      clc::write_only_image<clc::image2d_t>(memory.handle()), sampler);
#endif
}
