// expect: scale: it takes 4 arguments after the range, and more are given
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.scale(queue, range_1d(8), of<float>(memory), of<float>(memory), 2.0F, cl_uint{8}, 1);
#else
  return kernels.scale(queue, range_1d(8), of<float>(memory), of<float>(memory), 2.0F, cl_uint{8});
#endif
}
