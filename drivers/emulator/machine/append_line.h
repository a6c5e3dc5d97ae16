// Files that get a line for each finding or launch, of several processes.
#pragma once

#include <string>

namespace clc::emulator {

// Appends at once, so that processes that write to one file do not mix theirs. Standard error says where it cannot.
void append_line(const std::string& path, const std::string& line);

}  // namespace clc::emulator
