// The C++ header with a function object for each kernel of a package.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/manifest.h"

namespace clc {

struct LauncherOptions {
  std::vector<std::string> namespaces;
  std::vector<std::string> includes;  // headers with the structs of the kernels, as after #include
  std::string embedded;               // header of `clc embed` in the same namespace, or empty
};

// Depends on the interfaces alone, so it stays the same while code changes. k_usage where the variants of a module
// differ in what their callers have to do, and where C++ cannot say it.
Result<std::string> launcher_header(const Manifest& manifest, const LauncherOptions& options);

}  // namespace clc
