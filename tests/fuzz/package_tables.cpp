// Tables beside instrumented kernels, in the manifests of packages, and files of counts. The first byte chooses.
#include "clc/internal/check_table.h"
#include "clc/internal/coverage.h"
#include "fuzz.h"

using namespace clc;

namespace {

void read_coverage(BytesView extra) {
  const auto table = decode_coverage_table(extra);
  if (!table || !*table) return;
  for (const CoveredKernel& kernel : (*table)->kernels) static_cast<void>((*table)->counters_of(kernel));
  const auto again = decode_coverage_table(encode_coverage_table(**table));
  fuzz::require(again && *again && **again == **table);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  const unsigned choice = fuzz::take_choice(input) % 3;
  if (choice == 0) {
    read_coverage(input);
  } else if (choice == 1) {
    fuzz::same_again(decode_check_table(input), encode_check_table, decode_check_table);
  } else {
    const auto decode = [](BytesView text) { return decode_counts(text, "counts"); };
    fuzz::same_again(decode(input), encode_counts, decode);
  }
  return 0;
}
