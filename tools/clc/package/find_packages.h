// Opens the package of a path: a folder, a .clcpack file, or data that a program or a library holds.
#pragma once

#include <string>
#include <vector>

#include "clc/package/package.h"

namespace clc {

struct FoundPackage {
  std::string name;  // the path; FILE#1, FILE#2 and so on for one of several in a program, by their places
  Result<Package> package;
  bool is_one_of_several = false;
};

// Opens the package of a folder or a .clcpack file. A source is an error that tells how packages are made.
Result<Package> open_package(const std::string& path);

// Finds at least one. FILE#2 as `path` is the second in FILE, unless there is a file of that name.
std::vector<FoundPackage> find_packages(const std::string& path);

// True for a program or a library that holds a package, damaged or not.
bool holds_package(const std::string& path);

// The error of a path that holds several packages where one is wanted.
Error several_packages(const std::string& path, const std::vector<FoundPackage>& found);

// Opens the only package.
Result<Package> find_package(const std::string& path);

}  // namespace clc
