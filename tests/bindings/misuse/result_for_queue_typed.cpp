// expect: the queue is a clc::Result: check it, then give *queue
#include "case.h"

CASE {
#ifdef WRONG
  const clc::Result<clc::Queue> opened = queue;
  return kernels.scale(opened, range_1d(8), of<float>(memory), of<float>(memory), 2.0F, 8U);
#else
  const clc::Result<clc::Queue> opened = queue;
  return kernels.scale(*opened, range_1d(8), of<float>(memory), of<float>(memory), 2.0F, 8U);
#endif
}
