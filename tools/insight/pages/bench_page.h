// `clrun bench --format html`: measurements as a page, of one run or of two that are compared.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clc/base/result.h"

namespace clc {

struct BenchRun {
  std::string name;  // "this run", "bench/results/h200.json"
  std::string json;  // what clrun bench --format json says
};

// The JSON that an earlier call of `clrun bench --format json` or bench/algorithms wrote; k_damaged when it is
// something else.
Result<BenchRun> read_bench_run(const std::string& path);

std::string bench_page(const std::vector<BenchRun>& runs);

}  // namespace clc
