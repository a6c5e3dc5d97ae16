// The OpenCL loader that a program brings along, and what to do where it knows no layers.
#pragma once

#include <string>

#include "clc/base/result.h"
#include "support/sink.h"

namespace clc {

// Returns a sentence about the loader of a program of which the layer saw nothing: the one that lies beside it or is a
// part of it. `command` is the first word of a command line. The text is empty when nothing is found.
std::string loader_advice(const std::string& command);

struct EndedCommand {
  std::string program;  // the first word of the command line
  int code = 0;
};

// Says why the layer was not in any process of the command.
void explain_absence(const EndedCommand& command, Sink& sink);

// Returns the path of the system's loader. The error is k_unavailable when there is none, or none that knows layers.
Result<std::string> system_loader();

}  // namespace clc
