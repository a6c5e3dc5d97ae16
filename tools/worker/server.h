// Reads requests, forks a child for each, relays the replies.
#pragma once

namespace clc::worker {

// Serves standard input until it ends and every job is answered. Returns the exit code.
int serve(unsigned jobs);

}  // namespace clc::worker
