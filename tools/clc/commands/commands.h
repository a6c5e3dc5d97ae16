// The commands of clc. Each gives the exit code; an Error is shown and gives its own.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "support/sink.h"

namespace clc {

#define CLC_TITLE(TEXT)
#define CLC_COMMAND(NAME, SUMMARY) Result<int> NAME##_command(const std::vector<std::string>& arguments, Sink& sink);
#include "commands/commands.def"

}  // namespace clc
