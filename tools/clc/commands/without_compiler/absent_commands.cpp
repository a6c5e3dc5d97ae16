// The commands that need the compiler, in a build without it: each says so.
#include <string>

#include "commands/commands.h"

namespace clc {
namespace {

Failure no_compiler(const std::string& command) {
  return fail(ErrorKind::k_unavailable, "this clc has no compiler, which `clc " + command +
                                            "` needs; compile on Linux, or give the job to a farm (docs/install.md)");
}

}  // namespace

#define CLC_TITLE(TEXT)
#define CLC_COMMAND(NAME, SUMMARY)
#define CLC_COMPILER_COMMAND(NAME, SUMMARY)                            \
  Result<int> NAME##_command(const std::vector<std::string>&, Sink&) { \
    return no_compiler(#NAME);                                         \
  }
#include "commands/commands.def"

}  // namespace clc
