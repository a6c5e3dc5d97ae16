// expect: tiles: its work-groups are 16 x 4 x 1, so the range before the arguments has a global size only, of 2
// dimensions or more
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.tiles(queue, range_1d(64), of<cl_uint>(memory), local<cl_uint>(64), 16U);
#else
  return kernels.tiles(queue, clc::range_3d({16, 4, 1}), of<cl_uint>(memory), local<cl_uint>(64), 16U);
#endif
}
