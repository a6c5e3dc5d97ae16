// The CPU's time beside the device's, in what `clrun run` prints.
#pragma once

#include <chrono>
#include <string>

#include "clc/base/result.h"

namespace clc::algorithms {

class CpuTimer {
 public:
  double ms() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

// "device 0.012 ms, CPU 1.3 ms (one core); passed: both have the same result", or the first wrong element as k_gate.
Result<std::string> compare_with_cpu(const std::string& wrong, double kernel_ms, double cpu_ms);

}  // namespace clc::algorithms
