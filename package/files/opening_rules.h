// Conditions under which a package and its files are opened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/file_io.h"
#include "clc/package/package.h"

namespace clc {

struct OpeningRules {
  PackageLimit limit = k_usual_package_limit;
  Links links = Links::k_follow;
  // Refuses files that others can have written. It is set for packages that nobody named, and that no signature speaks
  // for.
  bool must_be_ours = false;
  // The owner of the package that an add-on is for, who is believed like ourselves, because the package's code runs
  // anyway.
  std::optional<std::uint32_t> also_believed;
};

// Says why a file or folder with this status is refused; empty: it is not.
std::string distrust(const OpeningRules& rules, const platform::FileStatus& status);

}  // namespace clc
