#include "base/platform/process.h"
#include "commands/commands.h"
#include "support/command_table.h"

int main(int argc, char** argv) {
  static constexpr clc::Command k_commands[] = {
#define CLC_TITLE(TEXT) {nullptr, TEXT, nullptr},
#define CLC_COMMAND(NAME, SUMMARY) {#NAME, SUMMARY, clc::NAME##_command},
#include "commands/commands.def"
  };
  static constexpr clc::CommandTable k_table = {
      {},
      "clc compiles OpenCL C ahead of time, for devices that need not be present.",
      " Pages that\nthey name, such as docs/targets.md, lie in share/doc/clc where clc is installed.",
      "0 done, 1 a kernel did not compile, 2 usage, 3 file or package unusable,\n"
      "            4 target unknown or unavailable, 5 a compiler crashed or timed out, 6 a check failed,\n"
      "            7 with --keep-going: no kernel is wrong, but targets lack what kernels need",
      k_commands};
  clc::platform::prepare_terminal();
  return clc::run_named_command(k_table, clc::platform::words_of_main(argc, argv));
}
