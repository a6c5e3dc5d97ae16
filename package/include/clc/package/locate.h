// Finds the package that belongs to a program, in its build tree and where it was installed.
#pragma once

#include <string>

#include "clc/base/result.h"

namespace clc {

struct PackagePlace {
  std::string path;          // the package when the program was built
  std::string build_folder;  // programs in it use `path`; so do all when `installed` is empty
  std::string installed;     // below the prefix that the program or library is installed in, or an absolute path
};

// `code` is any function of the program or shared library that asks: `installed` is looked for in the folder of
// that file, and in up to three folders above it.
Result<std::string> locate_package(const PackagePlace& place, const void* code);

}  // namespace clc
