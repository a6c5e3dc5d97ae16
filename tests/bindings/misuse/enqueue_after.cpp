// expect: append: argument 0 'number' ('global ulong* number') has to be clc::buffer<cl_ulong>
#include "case.h"

CASE {
#ifdef WRONG
  return kernels.append.enqueue(queue, range_1d(1), {clc::Event()}, of<cl_long>(memory), 1U);
#else
  return kernels.append.enqueue(queue, range_1d(1), {clc::Event()}, of<cl_ulong>(memory), 1U);
#endif
}
