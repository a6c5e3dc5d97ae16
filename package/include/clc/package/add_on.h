// Packages that bring binaries of the same kernels for more devices.
#pragma once

#include <optional>
#include <string>

#include "clc/package/package.h"

namespace clc {

// A file or folder that was found where add-ons of a package are looked for.
struct AddOn {
  std::string path;
  std::string problem;             // why it is not used; empty: it is
  std::optional<Package> package;  // when it is used
};

// Says why a package cannot be an add-on of another: it has other modules, or was compiled from other files, with other
// options, or to other kernels. Empty: it can.
std::string add_on_misfit(const Manifest& base, const Manifest& add_on);

}  // namespace clc
