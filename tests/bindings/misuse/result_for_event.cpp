// expect: an event is a clc::Result: check it, then give *event
#include "case.h"

CASE {
  const clc::Result<clc::Event> first = queue.enqueue_write(memory, nullptr, 0);
#ifdef WRONG
  return kernels.scale.kernel().enqueue(queue, range_1d(8), {first}, memory, memory, 2.0F, 8U);
#else
  return kernels.scale.kernel().enqueue(queue, range_1d(8), {*first}, memory, memory, 2.0F, 8U);
#endif
}
