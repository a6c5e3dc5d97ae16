// expect: scale: argument 0 'in' ('global const real* in') has to be clc::buffer<cl_float>
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.scale(queue, range_1d(8), memory, of<float>(memory), 2.0F, 8U);
#else
  return kernels.scale(queue, range_1d(8), buffer<float>(memory), of<float>(memory), 2.0F, 8U);
#endif
}
