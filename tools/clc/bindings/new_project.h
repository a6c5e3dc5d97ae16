// The files of a CMake project with one kernel, a program that uses it, and a test.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace clc {

// Returns the texts of the files by their paths in the project's folder. `name`, of letters, digits, '_' and '-', names
// the project and its program.
std::map<std::string, std::string> new_project_files(const std::string& name, const std::vector<std::string>& targets);

}  // namespace clc
