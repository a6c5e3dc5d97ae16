// Reads requests, forks a child for each, or for several questions about what sources read, relays the replies.
#pragma once

#include <string>

namespace clc::worker {

// Serves standard input until it ends and every job is answered. Returns the exit code.
// Takes given files from the folder `inputs`, if one is named.
int serve(unsigned jobs, const std::string& inputs = "");

}  // namespace clc::worker
