// Reports that other runs wrote: faults of kernels, and coverage. The first byte chooses.
#include "fuzz.h"
#include "insight/report/coverage.h"
#include "insight/report/run_faults.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  const unsigned choice = fuzz::take_choice(input) % 3;
  if (choice == 0) {
    static_cast<void>(decode_run_faults(input, "faults"));
  } else if (choice == 1) {
    static_cast<void>(decode_emulated_fault(input));
  } else {
    const Result<CoverageReport> report = decode_coverage_json(input, "coverage");
    fuzz::require(!report || (report->lines_covered() <= 1 && report->branches_covered() <= 1));
  }
  return 0;
}
