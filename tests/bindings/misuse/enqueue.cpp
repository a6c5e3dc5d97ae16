// expect: append: argument 1 'digit' ('uint digit') has to be exactly a cl_uint
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.append.enqueue(queue, range_1d(1), of<cl_ulong>(memory), 1);
#else
  return kernels.append.enqueue(queue, range_1d(1), of<cl_ulong>(memory), 1U);
#endif
}
