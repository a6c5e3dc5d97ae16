// clc unpack: turns a one-file package into a folder.
#include "base/try.h"
#include "clc/package/package.h"
#include "commands/commands.h"
#include "package/copy_package.h"
#include "plan/bare_output.h"
#include "support/command_line.h"

namespace clc {

Result<int> unpack_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::string file, output;
  const CommandLine line("Turns a one-file package into a folder that holds the same.", "clc unpack");
  line.add("FILE", file, "the package; - is standard input").required();
  line.add("-o,--output FOLDER", output, "the folder (default: FILE without .clcpack)");
  Flush flush = Flush::k_no;
  add_sync_option(line, flush);
  bool quiet = false;
  add_quiet_option(line, quiet);
  line.footer("Example:\n  clc unpack kernels.clcpack -o kernels\n");
  if (!CLC_TRY(line.parse(arguments))) return 0;
  const std::string extension = ".clcpack";
  if (output.empty()) {
    if (file == "-" || !is_file_form(file)) return fail(ErrorKind::k_usage, "name the folder to write: -o FOLDER");
    output = file.substr(0, file.size() - extension.size());
  }
  CLC_TRY(check_package_name(output));
  if (is_file_form(output))
    return fail(ErrorKind::k_usage, "-o " + output + " names a file, but unpack writes a folder");
  CLC_TRY(copy_package(file, output, 0, flush));
  if (!quiet) sink.success("wrote " + output);
  return 0;
}

}  // namespace clc
