// expect: this memory is a clc::Result: check it, then give *result
#include "case.h"

CASE {
#ifdef WRONG
  const clc::Result<clc::Buffer> result = queue.allocate(32);
  return kernels.scale(queue, range_1d(8), buffer<float>(result), of<float>(memory), 2.0F, 8U);
#else
  const clc::Result<clc::Buffer> result = queue.allocate(32);
  return kernels.scale(queue, range_1d(8), buffer<float>(*result), of<float>(memory), 2.0F, 8U);
#endif
}
