// expect: values: argument 10 'f2' ('float2 f2') has to be exactly a cl_float2
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.values(queue, range_1d(1), of<double>(memory), cl_char{}, cl_uchar{}, cl_short{}, cl_ushort{}, 0, 0U,
                        0L, 0UL, 0.0F, cl_float4{}, cl_int3{}, cl_uchar16{});
#else
  return kernels.values(queue, range_1d(1), of<double>(memory), cl_char{}, cl_uchar{}, cl_short{}, cl_ushort{}, 0, 0U,
                        0L, 0UL, 0.0F, cl_float2{}, cl_int3{}, cl_uchar16{});
#endif
}
