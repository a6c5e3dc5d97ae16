#include "common/cpu_time.h"

#include <sstream>

namespace clc::algorithms {

Result<std::string> compare_with_cpu(const std::string& wrong, double kernel_ms, double cpu_ms) {
  std::ostringstream text;
  text.precision(4);
  text << "device " << kernel_ms << " ms, CPU " << cpu_ms << " ms (one core); ";
  if (!wrong.empty()) return fail(ErrorKind::k_gate, text.str() + "failed: " + wrong);
  return text.str() + "passed: both have the same result";
}

}  // namespace clc::algorithms
