// The commands that need the compiler or a helper, in a build without them: each says what is missing.
#include <string>

#include "commands/commands.h"

namespace clc {
namespace {

Failure missing(const std::string& command) {
  std::string lacks = "this clc has no compiler, which `clc " + command + "` needs";
  std::string helps = "take a clc with its compiler, on Linux (docs/install.md)";
  if (command == "watch") lacks = "this clc has no compiler, which the commands need that `clc watch` runs again";
  if (command == "emulate") {
    lacks = "this clc has no compiler for a program's kernels";
    helps = "with a package the program runs on the emulator's driver (docs/layer.md)";
  }
  return fail(ErrorKind::k_unavailable, lacks + "; " + helps);
}

}  // namespace

#define CLC_TITLE(TEXT)
#define CLC_COMMAND(NAME, SUMMARY)
#define CLC_COMPILER_COMMAND(NAME, SUMMARY)                            \
  Result<int> NAME##_command(const std::vector<std::string>&, Sink&) { \
    return missing(#NAME);                                             \
  }
#ifdef CLC_HAS_WHOLE_CALL  // commands/without_compiler/compile_command.cpp
#define CLC_FARM_COMMAND(NAME, SUMMARY)
#endif
#include "commands/commands.def"

}  // namespace clc
