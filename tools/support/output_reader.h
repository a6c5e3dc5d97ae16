// Readers of standard output that go before they have read all.
#pragma once

#include <string>

#include "clc/base/result.h"

namespace clc {

// Passes on how writing a file to `path` ended. Where that is standard output ("-") and its reader has gone, the
// command ends without a message, as the commands that print do.
Result<void> note_gone_reader(const std::string& path, Result<void> written);

}  // namespace clc
