// clc unpack: turns a one-file package into a folder.
#include <filesystem>

#include "base/file_io.h"
#include "base/platform/paths.h"
#include "base/staged_file.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/package/package.h"
#include "commands/commands.h"
#include "commands/unpack_capture.h"
#include "package/copy_package.h"
#include "package/find_packages.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "support/package_name.h"
#include "support/real_paths.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

// "blur.nvptx-sm_90.ptx"
std::string name_of(const Module& module, const Variant& variant) {
  std::string target = file_safe(variant.target);
  for (std::size_t i = 0; i < target.size(); ++i)
    if (target[i] != variant.target[i]) target[i] = '-';
  return file_safe(module.name) + "." + target + variant.file.substr(variant.file.rfind('.'));
}

// Writes the binaries alone, by names that tell what they are, into a folder that is new or empty.
Result<void> write_binaries(const std::string& from, const std::string& folder) {
  const fs::path place = platform::to_path(folder);
  const Package package = CLC_TRY(find_package(from));
  std::error_code error;
  const bool is_new = !fs::exists(place, error);
  if (!is_new && (!fs::is_directory(place, error) || !fs::is_empty(place, error)))
    return fail(ErrorKind::k_io,
                folder + (fs::is_directory(place, error) ? " is not empty: name a folder that is new or empty"
                                                         : " is a file: name a folder that is new or empty"));
  std::map<std::string, Bytes> files;
  for (const Module& module : package.manifest().modules) {
    for (const Variant& variant : module.variants) {
      if (!files.emplace(name_of(module, variant), CLC_TRY(package.read(variant))).second)
        return fail(ErrorKind::k_usage, "two binaries would have the name " + name_of(module, variant));
    }
  }
  const auto held = hold_for_output(folder);
  if (is_new) fs::create_directories(place, error);
  if (error) return io_error("make", folder, error.value());
  std::vector<StagedFile> staged;
  for (const auto& [name, bytes] : files) staged.push_back(CLC_TRY(StagedFile::stage(join_path(folder, name), bytes)));
  for (StagedFile& file : staged) CLC_TRY(file.publish());
  return {};
}

}  // namespace

Result<int> unpack_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::string file, output;
  const CommandLine line("Turns a one-file package into a folder that holds the same, or into its binaries.",
                         "clc unpack");
  line.add("FILE", file, "the package; - is standard input; with --names any package; or a capture").required();
  line.add("-o,--output FOLDER", output, "the folder (default: FILE without .clcpack)");
  bool names = false;
  line.flag("--names", names, "write the binaries alone, as MODULE.TARGET.ENDING, for your own loader; no package");
  Flush flush = Flush::k_no;
  add_sync_option(line, flush);
  bool quiet = false;
  add_quiet_option(line, quiet);
  line.footer("Examples:\n  clc unpack kernels.clcpack -o kernels\n  clc unpack kernels.clcpack --names -o binaries\n");
  if (!CLC_TRY(line.parse(arguments))) return 0;
  if (is_capture_name(file)) {
    CLC_TRY(refuse({{names || output.empty(), "of a capture, clc unpack writes a folder: name it with -o FOLDER"}}));
    const Capture capture = CLC_TRY(read_capture(file));
    CLC_TRY(unpack_capture(capture, output));
    if (!quiet) sink.success("wrote " + output);
    return 0;
  }
  const std::string extension = ".clcpack";
  if (output.empty()) {
    if (file == "-" || !is_file_form(file)) {
      return fail(ErrorKind::k_usage,
                  file + " does not end in .clcpack, which would name the folder to write: give -o FOLDER");
    }
    output = file.substr(0, file.size() - extension.size());
  }
  CLC_TRY(check_package_name(output));
  if (is_file_form(output))
    return fail(ErrorKind::k_usage, "-o " + output + " names a file, but unpack writes a folder");
  std::error_code error;
  if (!names && fs::is_directory(platform::to_path(file), error))
    return fail(ErrorKind::k_usage, file + " is a folder already");
  CLC_TRY(refuse_overwriting("-o", output, {file}));
  CLC_TRY(names ? write_binaries(file, output) : copy_package(file, output, 0, flush));
  if (!quiet) sink.success("wrote " + output);
  return 0;
}

}  // namespace clc
