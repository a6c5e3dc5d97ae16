// Compiles programs by the command `clc`, in a process of its own.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "front/device.h"

namespace clc::front {

using Bytes = std::vector<std::uint8_t>;

// True when there is a `clc`: the variable of the driver names it, it lies beside the driver, or it is on the PATH.
bool has_compiler();

struct CompilerJob {
  std::string target;
  std::vector<std::string> options;
  std::string source;
  std::vector<std::pair<std::string, std::string>> headers;  // name and text
  std::vector<Bytes> objects;                                // to link, in the place of a source
  bool makes_object = false;                                 // for a later link
};

struct Compiled {
  std::optional<Bytes> binary;  // none: it does not compile
  std::string log;
  bool is_usage_error = false;  // clc does not know an option
};

// Throws CL_COMPILER_NOT_AVAILABLE or CL_OUT_OF_RESOURCES.
Compiled run_compiler(const CompilerJob& job);

}  // namespace clc::front
