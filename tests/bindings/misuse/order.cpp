// expect: scale: argument 2 'factor' ('float factor') has to be exactly a cl_float
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.scale(queue, range_1d(8), of<float>(memory), of<float>(memory), cl_uint{8}, 2.0F);
#else
  return kernels.scale(queue, range_1d(8), of<float>(memory), of<float>(memory), 2.0F, cl_uint{8});
#endif
}
