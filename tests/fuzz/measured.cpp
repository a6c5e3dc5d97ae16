// Times and counters of tools, which come with reports of others: JSON, lines of JSON, CSV.
#include "insight/report/measured.h"

#include <cmath>

#include "fuzz.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<std::vector<MeasuredLaunch>> launches = decode_measured(fuzz::view_of(data, size), "file");
  if (!launches) {
    fuzz::require(launches.error().message.starts_with("file holds no measurements"));
    return 0;
  }
  fuzz::require(!launches->empty());
  for (const MeasuredLaunch& one : *launches) {
    fuzz::require(!one.by.empty() && (one.us > 0 || !one.counters.empty()));
    fuzz::require(std::isfinite(one.us) && std::isfinite(one.least_us) && std::isfinite(one.most_us));
    for (const MeasuredCounter& counter : one.counters) fuzz::require(std::isfinite(counter.value));
  }
  return 0;
}
