// The command line that started a process.
#pragma once

#include <string>
#include <vector>

namespace clc::layer {

// The words of this process's command; none where the system does not tell.
std::vector<std::string> command_of_this_process();

}  // namespace clc::layer
