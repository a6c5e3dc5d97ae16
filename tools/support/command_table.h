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

// Without a name it is a title: what the commands behind it are for.
struct Command {
  const char* name;
  const char* summary;
  CommandFunction run;
};

// The commands of a program, and what its help says beside them.
struct CommandTable {
  MessageStyle messages;
  const char* about;       // what the program does, in a sentence
  const char* more;        // stands behind the names of the other helps; may be empty
  const char* exit_codes;  // "0 done, 2 usage, …"
  std::span<const Command> commands;
};

// Runs what a program does, shows its error, and gives the program's exit code; an interrupt ends it as by its signal.
// With --format json messages are JSON, too, unless they are plain. A word `@FILE` stands for those in FILE.
int run_program(const std::function<Result<int>(const std::vector<std::string>&, Sink&)>& run,
                std::vector<std::string> arguments, const MessageStyle& messages = {});

// Finds and runs the command that `arguments` name.
int run_named_command(const CommandTable& table, std::vector<std::string> arguments);

}  // namespace clc
