// expect: scale: argument 1 'out' ('global real* out') has to be clc::buffer<cl_float>
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.scale(queue, range_1d(8), of<float>(memory), of<const float>(memory), 2.0F, 8U);
#else
  return kernels.scale(queue, range_1d(8), of<float>(memory), of<float>(memory), 2.0F, 8U);
#endif
}
