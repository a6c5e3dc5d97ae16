// A table of commands, and how one of them is found and run.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "support/sink.h"

namespace clc {

// Gives the exit code; an Error is shown and gives its own.
using CommandFunction = Result<int> (*)(const std::vector<std::string>& arguments, Sink& sink);

struct Command {
  const char* name;
  const char* summary;
  CommandFunction run;
};

// Runs what a program does, shows its error, and gives the program's exit code; an interrupt ends it as by its signal.
int run_program(const std::function<Result<int>(const std::vector<std::string>&, Sink&)>& run,
                std::vector<std::string> arguments);

// Finds and runs the command that `arguments` name.
int run_command(std::span<const Command> commands, std::vector<std::string> arguments);

}  // namespace clc
