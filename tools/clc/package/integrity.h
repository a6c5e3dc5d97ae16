// Finds blobs of a package that differ from what its manifest says.
#pragma once

#include <map>
#include <string>

#include "clc/package/package.h"

namespace clc {

// Says what is wrong with each damaged blob, by its file.
std::map<std::string, std::string> damaged_blobs(const Package& package);

}  // namespace clc
