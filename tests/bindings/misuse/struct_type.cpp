// expect: with_params: argument 1 'one' ('Params one') has to be exactly a Params
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.with_params(queue, range_1d(1), of<Params>(memory), cl_float4{}, of<float>(memory), cl_ulong{0});
#else
  return kernels.with_params(queue, range_1d(1), of<Params>(memory), Params{}, of<float>(memory), cl_ulong{0});
#endif
}
