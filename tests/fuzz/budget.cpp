// The limits of `clc check`, from a repository.
#include "fuzz.h"
#include "insight/report/budget_file.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<Budget> budget = decode_budget(fuzz::view_of(data, size), "budget");
  if (!budget) return 0;
  const std::string text = encode_budget(*budget);
  const Result<Budget> again = decode_budget(text, "budget");
  fuzz::require(again && encode_budget(*again) == text);
  return 0;
}
