// Forks of the process. A child has the layer's objects, and of its threads only the one that forked.
#pragma once

#include "base/platform/forks.h"

namespace clc::layer {

// Prepares the layer for all later forks, whichever thread forks. A fork waits for builds in the background and for
// programs that are being kept, because a driver may hold locks of its own for these, of which the application does not
// know. It does not wait longer than a limit, and not at all in a thread in which the layer itself called the driver.
// In the child the driver handles all calls. Returns false when there is no memory.
bool follow_forks();

// Forks a process of the layer's own at the end of this one, in which the layer and its drivers go on working, with one
// thread. Of the files of this process it has `file` alone. There is none when a build or a query for a binary does not
// end.
platform::ProcessBehind begin_process_behind(int file);

// A limit, so that a driver that hangs cannot keep the process from forking.
constexpr int k_longest_wait_at_fork_seconds = 60;

}  // namespace clc::layer
