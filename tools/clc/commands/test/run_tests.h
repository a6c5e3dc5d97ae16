// Runs the tests of a file on a device.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/manifest.h"
#include "commands/test/test_devices.h"
#include "commands/test/test_file.h"
#include "commands/test/test_functions.h"

namespace clc {

// A test on a device.
struct TestResult {
  enum class Status { k_passed, k_failed, k_skipped };
  Status status = Status::k_passed;
  std::string file, source, test, kernel;
  std::size_t line = 0;
  std::string device, target;
  std::size_t runs = 0;  // combinations of sizes that were tried
  double seconds = 0;
  std::string message;  // why it failed or was skipped
  std::string sizes;    // the first that failed
  // The smallest case that fails: its sizes, arguments, and how it fails.
  std::string small_sizes, small_message;
  std::vector<std::pair<std::string, std::string>> arguments;
};

struct RunSettings {
  std::chrono::seconds limit{60};  // of a launch
  bool shrinks = true;
  std::function<bool(const std::string&)> is_wanted;  // by the name of the test
  std::function<void(const TestResult&)> report;      // gets each result as soon as it is there
};

// `package`: its one-file form, with `manifest`. Errors are those of the test file, of tools that are missing, and
// interrupts; k_usage.
Result<void> run_tests(const TestFile& file, const TestDevice& device, const Manifest& manifest, const Bytes& package,
                       TestFunctions& functions, const RunSettings& settings);

}  // namespace clc
