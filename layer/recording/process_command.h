// The command line of this process.
#pragma once

#include <string>
#include <vector>

namespace clc::layer {

// Returns the words of the command line, or none when the system does not give them.
std::vector<std::string> command_of_this_process();

}  // namespace clc::layer
