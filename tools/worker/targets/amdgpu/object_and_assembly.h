// Output of LLVM's code generator for AMD's chips.
#pragma once

#include <string>

#include "worker/targets/back_end.h"

namespace clc::worker {

struct ObjectAndAssembly {
  std::string object;
  std::string assembly;  // empty unless asked for
};

// Consumes the job's module. The assembly takes as long as the object, and both take most of a job's time.
ObjectAndAssembly generate_code(const BackEndJob& job, bool with_assembly);

}  // namespace clc::worker
