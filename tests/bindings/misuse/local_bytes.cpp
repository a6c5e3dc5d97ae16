// expect: tiles: argument 1 'tile' ('local uint* tile') has to be clc::local<cl_uint>(count)
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.tiles(queue, range_2d({16, 4}), of<cl_uint>(memory), clc::LocalMemory{256}, 16U);
#else
  return kernels.tiles(queue, range_2d({16, 4}), of<cl_uint>(memory), local<cl_uint>(64), 16U);
#endif
}
