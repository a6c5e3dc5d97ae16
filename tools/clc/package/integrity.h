// Which blobs of a package are not what its manifest says.
#pragma once

#include <map>
#include <string>

#include "clc/package/package.h"

namespace clc {

// What is wrong, by the blob's file.
std::map<std::string, std::string> find_damage(const Package& package);

}  // namespace clc
