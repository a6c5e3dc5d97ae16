// What a package and its files must be to be opened.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>

#include "clc/internal/file_io.h"
#include "clc/package/package.h"

namespace clc {

struct OpeningRules {
  PackageLimit limit = k_usual_package_limit;
  Links links = Links::k_follow;
  // Refuses what others can have written: for what nobody named, and no signature speaks for.
  bool must_be_ours = false;
  // Whoever owns the package that an add-on is for is believed like ourselves, because its code runs anyway.
  std::optional<uid_t> also_believed;
};

// Why a file or folder with this status is refused; empty: it is not.
std::string distrust(const OpeningRules& rules, const struct stat& status);

}  // namespace clc
