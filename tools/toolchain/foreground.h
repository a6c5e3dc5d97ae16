// Runs somebody's command as a shell would: with our standard streams and terminal, and a changed environment.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clc/base/result.h"
#include "toolchain/run_process.h"

namespace clc {

// The arguments before "--", and the command behind it.
struct GivenCommand {
  std::vector<std::string> before;
  std::vector<std::string> command;
};
// Splits the arguments at "--". A usage error where there is none or nothing behind it, unless help is asked for.
Result<GivenCommand> split_command(const std::vector<std::string>& arguments, const std::string& name);

// Waits for the command to end. Signals that somebody sends to us are passed on to it; those of the terminal reach it
// by themselves. `settings`: names and values of the environment.
Result<Ending> run_in_foreground(const std::vector<std::string>& command,
                                 const std::vector<std::pair<std::string, std::string>>& settings);

// The exit code that shells show for it: 128 and the signal's number for one that a signal ended.
int exit_code_of(const Ending& ending);

}  // namespace clc
