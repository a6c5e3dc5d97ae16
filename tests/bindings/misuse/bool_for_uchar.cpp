// expect: values: argument 2 'uc' ('uchar uc') has to be exactly a cl_uchar
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.values(queue, range_1d(1), of<double>(memory), cl_char{}, true, cl_short{}, cl_ushort{}, 0, 0U, 0L,
                        0UL, 0.0F, cl_float2{}, cl_int3{}, cl_uchar16{});
#else
  return kernels.values(queue, range_1d(1), of<double>(memory), cl_char{}, cl_uchar{1}, cl_short{}, cl_ushort{}, 0, 0U,
                        0LL, 0ULL, 0.0F, cl_float2{}, cl_int3{}, cl_uchar16{});
#endif
}
