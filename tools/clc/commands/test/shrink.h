// Makes a failing case small: smaller sizes, and inputs that are 0 or 1 where that still fails.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "clc/base/result.h"
#include "commands/test/test_arguments.h"

namespace clc {

struct Failing {
  TestCase one;
  std::string message;  // how it fails
};

struct ShrinkSteps {
  std::function<Result<TestCase>(const Sizes&)> make;
  std::function<Result<std::string>(const TestCase&)> check;  // empty: the case passes
  std::chrono::seconds time{20};
  std::size_t most_runs = 1000;
};

// Returns the smallest case that was found. Inputs stay as they are where the test expects fixed contents. An error of
// a step ends the search.
Result<Failing> shrink(const KernelTest& test, Failing failing, const ShrinkSteps& steps);

// The arguments of a case as a test file would have them: 3, [0, 1], or a description where they are long.
std::vector<std::pair<std::string, std::string>> argument_texts(const TestCase& one);

}  // namespace clc
