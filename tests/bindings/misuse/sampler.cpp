// expect: flip: argument 2 'sampler' ('sampler_t sampler') has to be a cl_sampler
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.flip(queue, range_2d({8, 8}), picture(memory), picture(memory), CL_FILTER_NEAREST);
#else
  return kernels.flip(queue, range_2d({8, 8}), picture(memory), picture(memory), sampler);
#endif
}
