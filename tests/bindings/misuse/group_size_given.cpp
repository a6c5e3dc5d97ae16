// expect: tiles: its work-groups are 16 x 4 x 1, so the range before the arguments has a global size only
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.tiles(queue, range_2d({16, 4}, {16, 4}), of<cl_uint>(memory), local<cl_uint>(64), 16U);
#else
  return kernels.tiles(queue, range_2d({16, 4}), of<cl_uint>(memory), local<cl_uint>(64), 16U);
#endif
}
