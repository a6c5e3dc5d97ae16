// expect: struct 'Params', member 'number' is at byte 32 in the kernels
#ifdef WRONG
#define CLC_TESTS_OTHER_LAYOUT
#endif
#include "case.h"

CASE {
  return kernels.with_params(queue, range_1d(1), of<Params>(memory), Params{}, of<float>(memory), cl_ulong{0});
}
