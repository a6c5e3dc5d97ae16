// Finds blobs of a package that differ from what its manifest says, and files that it says nothing of.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "clc/package/package.h"

namespace clc {

// Says what is wrong with each damaged blob, by its file.
std::map<std::string, std::string> damaged_blobs(const Package& package);

// Paths of what else is in a package's folder, such as blobs of an earlier build over which this one was installed.
// Empty where `path` is no folder.
std::vector<std::string> unnamed_files(const std::string& path, const Manifest& manifest);

}  // namespace clc
