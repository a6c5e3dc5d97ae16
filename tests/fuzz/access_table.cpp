// The table of a profile package about its instructions, which `clrun profile` believes when it reads a trace.
#include "insight/waves/access_table.h"
#include "fuzz.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<AccessTable> table = decode_access_table(fuzz::view_of(data, size));
  if (!table) return 0;
  const Result<AccessTable> again = decode_access_table(encode_access_table(*table));
  fuzz::require(again && *again == *table);
  return 0;
}
