// clc pack: turns a package folder into one file.
#include "base/try.h"
#include "clc/package/package.h"
#include "commands/commands.h"
#include "package/copy_package.h"
#include "support/command_line.h"
#include "support/real_paths.h"

namespace clc {

Result<int> pack_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::string folder, output;
  int compression = 0;
  const CommandLine line("Turns a package folder into one file that holds the same.", "clc pack");
  line.add("FOLDER", folder, "the package").required();
  line.add("-o,--output FILE", output, "the file, which ends in .clcpack, or - (default: FOLDER.clcpack)");
  add_compress_option(line, compression);
  Flush flush = Flush::k_no;
  add_sync_option(line, flush);
  bool quiet = false;
  add_quiet_option(line, quiet);
  line.footer("Example:\n  clc pack kernels -o kernels.clcpack\n");
  if (!CLC_TRY(line.parse(arguments))) return 0;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  if (output.empty() && is_file_form(folder)) return fail(ErrorKind::k_usage, folder + " is one file already");
  if (output.empty()) output = folder + ".clcpack";
  if (!is_file_form(output)) return fail(ErrorKind::k_usage, "-o " + output + ": the file's name must end in .clcpack");
  CLC_TRY(refuse_overwriting("-o", output, {folder}));
  CLC_TRY(copy_package(folder, output, compression, flush));
  if (!quiet && output != "-") sink.success("wrote " + output);
  return 0;
}

}  // namespace clc
