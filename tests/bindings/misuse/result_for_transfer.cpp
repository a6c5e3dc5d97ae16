// expect: this memory is a clc::Result: check it, then give *result
#include "case.h"

CASE {
  char data[8] = {};
  const clc::Result<clc::Buffer> result = queue.allocate(8);
#ifdef WRONG
  const auto& given = result;
#else
  const auto& given = *result;
#endif
  return queue.write(given, data, 8) && queue.read(given, data, 8) && queue.fill(given, 0, 8) &&
         queue.write_mapped(given, data, 8) && queue.read_mapped(given, data, 8) && queue.map(given) &&
         queue.enqueue_write(given, data, 8) && queue.enqueue_read(given, data, 8);
}
