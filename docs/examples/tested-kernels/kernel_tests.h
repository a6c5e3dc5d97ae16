// Tests of kernels in a program's own tests, to copy: runs `clc test` and gives a result for each test and device. With
// Catch2:
//
//   TEST_CASE("kernels") {
//     for (const KernelTestResult& result : run_kernel_tests("clc test kernels")) {
//       DYNAMIC_SECTION(result.name) {
//         if (result.status == "skipped") SKIP(result.details);
//         INFO(result.details);
//         CHECK(result.status == "passed");
//       }
//     }
//   }
//
// Catch2 runs a test case once for each section: keep the results in a static variable where that takes long.
#pragma once

#include <stdio.h>

#include <string>
#include <vector>

struct KernelTestResult {
  std::string status;   // "passed", "failed" or "skipped"
  std::string name;     // "blur: blur on gfx1100 (emulated), 8 cases"
  std::string details;  // how it failed, or why it was skipped
};

// `command`: as for a shell. Its error is a result that failed.
inline std::vector<KernelTestResult> run_kernel_tests(const std::string& command) {
  std::vector<KernelTestResult> results;
  std::string errors, line;
  FILE* output = popen((command + " 2>&1").c_str(), "r");
  for (int c = output == nullptr ? EOF : fgetc(output); c != EOF; c = fgetc(output)) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    const std::string status = line.substr(0, line.find("  "));
    if (status == "passed" || status == "failed" || status == "skipped") {
      results.push_back({status, line.substr(line.find_first_not_of(' ', status.size())), ""});
    } else if (line.compare(0, 4, "    ") == 0 && !results.empty()) {
      results.back().details += line + "\n";
    } else {
      errors += line + "\n";
    }
    line.clear();
  }
  const int code = output == nullptr ? -1 : pclose(output);
  bool has_failure = false;
  for (const KernelTestResult& result : results) has_failure = has_failure || result.status == "failed";
  if (code != 0 && !has_failure) results.push_back({"failed", command, errors});
  return results;
}
