// Rules for drivers and other people's compilers: they work in a private folder, and need little else.
#pragma once

#include <functional>
#include <string>

#include "confine/file_rules.h"

namespace clc {

// Devices of GPUs, which drivers open to write.
void allow_devices(FileRules& rules);

// Allows the folders where programs and libraries are installed, and what a driver asks about the machine; but no
// user's files, and nothing about other processes.
void allow_system(FileRules& rules, const std::string& program_folder);

// Returns the function for ProcessSpec::limit: a process with a driver in it changes nothing but the folder and
// devices, and has no network. Where the operating system has no such limits, nothing is limited.
std::function<bool()> limits_of_driver(const std::string& folder);

}  // namespace clc
