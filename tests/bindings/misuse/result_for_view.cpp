// expect: scale: argument 0 'in' ('global const real* in') has to be clc::buffer<cl_float>
#include "case.h"

CASE {
#ifdef WRONG
  const clc::Result<clc::Buffer> result = queue.allocate(32);
  return kernels.scale(queue, range_1d(8), result, of<float>(memory), 2.0F, 8U);
#else
  const clc::Result<clc::Buffer> result = queue.allocate(32);
  return kernels.scale(queue, range_1d(8), of<float>(*result), of<float>(memory), 2.0F, 8U);
#endif
}
