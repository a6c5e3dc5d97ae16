// expect: new: argument 0 'class' ('global int* class') has to be clc::buffer<cl_int>
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.new_(queue, range_1d(1), of<cl_uint>(memory), 7);
#else
  return kernels.new_(queue, range_1d(1), of<cl_int>(memory), 7);
#endif
}
