// The results of tests as text, JSON, TAP and JUnit's XML.
#pragma once

#include <string>
#include <vector>

#include "commands/test/run_tests.h"

namespace clc {

// "passed  blur: blur on gfx1100 (emulated), 12 sizes", and of a failure how.
std::string result_text(const TestResult& result);

struct TestCounts {
  std::size_t passed = 0, failed = 0, skipped = 0;
};
TestCounts counts_of(const std::vector<TestResult>& results);
// "3 passed, 1 failed, 0 skipped"
std::string counts_text(const TestCounts& counts);

std::string results_json(const std::vector<TestResult>& results);
std::string results_tap(const std::vector<TestResult>& results);
std::string results_junit(const std::vector<TestResult>& results);

}  // namespace clc
