// Runs a command for each package that a path names: a program may hold several.
#pragma once

#include <functional>
#include <string>

#include "package/find_packages.h"
#include "support/sink.h"

namespace clc {

// How a command tells of several packages: with the name of each above its text, by errors alone, or not at all, as
// one JSON object.
enum class Several { k_named, k_quiet, k_refused };

// Returns the greatest exit code. The error of one of several does not hide the others.
Result<int> for_each_package(const std::string& path, Several several, Sink& sink,
                             const std::function<Result<int>(const FoundPackage&)>& run);

}  // namespace clc
