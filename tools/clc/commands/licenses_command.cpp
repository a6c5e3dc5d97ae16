// clc licenses: prints the notices of what is of others, which whoever passes clc on passes on with it.
#include <map>
#include <ranges>
#include <string>
#include <vector>

#include "base/environment_help.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "commands/commands.h"
#include "protocol/builtin_files.h"
#include "support/command_line.h"
#include "support/standard_streams.h"
#include "toolchain/helpers.h"

namespace clc {

Result<int> licenses_command(const std::vector<std::string>& arguments, Sink&) {
  static const std::map<std::string, std::string> k_files = {{"all", "THIRD-PARTY-NOTICES"},
                                                             {"compiler", "COMPILER-NOTICES"},
                                                             {"emulator", "EMULATOR-NOTICES"},
                                                             {"package", "PACKAGE-NOTICES"},
                                                             {"runtime", "RUNTIME-NOTICES"}};
  const auto names = std::views::keys(k_files);
  constexpr const char* k_none = ": this clc was built without notices, so nobody may pass it on";
  std::string what = "all";
  const CommandLine line(
      "Prints the licences of what clc holds of others, with the notices that must go along where it is passed on.",
      "clc licenses");
  line.add("--for WHAT", what,
           "only what goes along with one thing: compiler (clc and its helpers), runtime (programs that link\n"
           "clc::runtime), package (kernels that clc compiled), emulator (emulated AMD GPUs)")
      .one_of(std::vector<std::string>(names.begin(), names.end()));
  line.footer("Example:\n  clc licenses --for runtime > NOTICES\n" + environment_help({Reads::k_helpers}));
  if (!CLC_TRY(line.parse(arguments))) return 0;
  const std::string folder = folder_of(builtins_folder(CLC_TRY(helper_path("clc-worker"))));
  const std::string path = join_path(folder, k_files.at(what));
  const Result<Bytes> text = read_file(path);
  if (!text)
    return fail(text.error().kind,
                text.error().message + (what == "emulator" ? ": the emulated GPUs are not installed" : k_none));
  return code_after(print(*text));
}

}  // namespace clc
