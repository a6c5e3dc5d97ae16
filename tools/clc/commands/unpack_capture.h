// Writes what a capture holds as files.
#pragma once

#include <string>

#include "clc/base/result.h"
#include "recording/capture.h"

namespace clc {

// The folder is new or empty, and becomes a recording of the one launch, with `memory` and a tuning file in it.
Result<void> unpack_capture(const Capture& capture, const std::string& folder);

}  // namespace clc
