// expect: scale: argument 0 'in' ('global const real* in') has to be clc::buffer<cl_float>
#define CL_HPP_TARGET_OPENCL_VERSION 300
#include <CL/opencl.hpp>

#include "case.h"

CASE {
  const cl::Buffer bound(memory.handle(), true);
#ifdef WRONG
  return kernels.scale(queue, range_1d(8), bound, of<float>(memory), 2.0F, 8U);
#else
  return kernels.scale(queue, range_1d(8), buffer<float>(bound), of<float>(memory), 2.0F, 8U);
#endif
}
