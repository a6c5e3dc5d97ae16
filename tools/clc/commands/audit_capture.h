// Says what a capture reveals of the program that it is from, and of who made it.
#pragma once

#include "clc/base/result.h"
#include "recording/capture.h"

namespace clc {

// Prints it. Returns the exit code: 6 where paths or names of this machine's user are in it.
Result<int> audit_capture(const Capture& capture, bool json, bool has_color);

}  // namespace clc
