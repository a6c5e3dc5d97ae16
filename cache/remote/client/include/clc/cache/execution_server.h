// The server that compiles for this machine, behind CLC_REMOTE_EXECUTION.
#pragma once

#include <string>

#include "clc/base/result.h"

namespace clc::cache {

// Its URL without its user, for messages. k_usage for a text that makes no sense, see docs/scale.md.
Result<std::string> execution_server_name(const std::string& text);

}  // namespace clc::cache
