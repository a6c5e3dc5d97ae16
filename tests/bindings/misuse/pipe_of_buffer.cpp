// expect: clc::pipe is made from a clc::Buffer or a clc::Image, which is no pipe
#include "case.h"

CASE {
#ifdef WRONG
  return clc::pipe(memory);
#else
  return clc::pipe(memory.handle());
#endif
}
