// expect: scale: argument 3 'count' ('uint count') has to be exactly a cl_uint
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.scale(queue, range_1d(8), of<float>(memory), of<float>(memory), 2.0F, memory.size());
#else
  return kernels.scale(queue, range_1d(8), of<float>(memory), of<float>(memory), 2.0F,
                       static_cast<cl_uint>(memory.size()));
#endif
}
