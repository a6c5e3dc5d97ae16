// expect: scale: argument 3 'count' ('uint count') has to be exactly a cl_uint
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.scale(queue, range_1d(8), of<float>(memory), of<float>(memory), 2.0F);
#else
  return kernels.scale(queue, range_1d(8), of<float>(memory), of<float>(memory), 2.0F, cl_uint{8});
#endif
}
