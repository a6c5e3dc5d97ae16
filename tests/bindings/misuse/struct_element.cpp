// expect: with_params: argument 0 'table' ('constant Params* table') has to be clc::buffer<Params> or clc::buffer<const
// Params>
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.with_params(queue, range_1d(1), of<float>(memory), Params{}, of<float>(memory), cl_ulong{0});
#else
  return kernels.with_params(queue, range_1d(1), of<const Params>(memory), Params{}, of<float>(memory), cl_ulong{0});
#endif
}
