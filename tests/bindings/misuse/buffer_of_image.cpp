// expect: clc::buffer is made from a clc::Image, which is no buffer
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.scale(queue, range_1d(8), of<float>(memory), buffer<float>(clc::Image()), 2.0F, 8U);
#else
  return kernels.scale(queue, range_1d(8), of<float>(memory), of<float>(memory), 2.0F, 8U);
#endif
}
