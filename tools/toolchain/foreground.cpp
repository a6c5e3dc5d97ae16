#include "toolchain/foreground.h"

#include <algorithm>

namespace clc {

Result<GivenCommand> split_command(const std::vector<std::string>& arguments, const std::string& name) {
  const auto dashes = std::ranges::find(arguments, "--");
  GivenCommand given{{arguments.begin(), dashes}, {}};
  if (dashes != arguments.end()) given.command.assign(dashes + 1, arguments.end());
  const bool asks_for_help =
      std::ranges::any_of(given.before, [](const std::string& word) { return word == "-h" || word == "--help"; });
  if (!given.command.empty() || asks_for_help) return given;
  return fail(ErrorKind::k_usage, "no command to run: write it after --, as in `" + name + " … -- program argument`");
}

int exit_code_of(const Ending& ending) {
  return ending.signal != 0 ? 128 + ending.signal : ending.exit_code;
}

}  // namespace clc
