// expect: append: the range comes before the arguments: clc::range_1d, range_2d or range_3d
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.append(queue, of<cl_ulong>(memory), 1U);
#else
  return kernels.append(queue, range_1d(1), of<cl_ulong>(memory), 1U);
#endif
}
