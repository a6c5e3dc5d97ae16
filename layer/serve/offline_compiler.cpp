#include "serve/offline_compiler.h"

#include <algorithm>
#include <filesystem>

#include "base/platform/paths.h"
#include "base/platform/run_compiler.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/runtime/choose.h"
#include "clc/runtime/spirv.h"
#include "program/option_reader.h"
#include "recording/recorder.h"
#include "recording/recording_folder.h"

namespace clc::layer {
namespace {

namespace fs = std::filesystem;

bool stays_below(const std::string& name) {
  const fs::path path = platform::to_path(name);
  return !path.empty() && !path.is_absolute() && std::ranges::find(path, fs::path("..")) == path.end();
}

Result<void> write_sources(const OfflineJob& job, const std::string& folder) {
  CLC_TRY(write_file_atomically(folder + "/program.cl", job.source));
  for (const ProgramHeader& header : job.headers) {
    if (!stays_below(header.name))
      return fail(ErrorKind::k_unavailable, "the header '" + header.name + "' has no place in a folder");
    const std::string file = folder + "/embedded/" + header.name;
    CLC_TRY(make_folders(folder_of(file)));
    CLC_TRY(write_file_atomically(file, header.content));
  }
  return {};
}

// Writes what led to a link as a recording.
Result<void> write_past(const OfflineJob& job, const std::string& folder) {
  const std::unique_ptr<Recorder> recorder = CLC_TRY(Recorder::open(folder));
  for (const PastBuild& past : job.past)
    recorder->built(past.build, past.build.step == BuildStep::k_link ? nullptr : &past.text);
  recorder->finish();
  const std::string trouble = recorder->trouble();
  return trouble.empty() ? Result<void>() : fail(ErrorKind::k_io, trouble);
}

// A command that compiles the source of write_sources() with the program's options, which are build options alone: they
// are not words of the command. Drivers also look for headers in the working folder, and clc runs in the same folder.
platform::CompilerCommand command_for(const OfflineJob& job, const std::string& folder,
                                      std::vector<std::string> words) {
  return {std::move(words),
          {platform::options_entry("CLC_OPTIONS", option_words(job.options)),
           platform::options_entry("CLC_OPTIONS_APPEND", {"-I", ".", "-I", folder + "/embedded"})}};
}

std::string first_line(const std::string& file) {
  const Result<Bytes> text = read_file(file);
  return text ? text->substr(0, text->find('\n')) : "";
}

}  // namespace

std::string offline_target(const DeviceFacts& device) {
  if (device.nvidia_compute_capability) return own_target(device);
  if (takes_amd_code(device)) return "amdgcn:" + device.name;
  if (device.address_bits != 0) {
    if (const std::optional<Target> target = spirv_target(spirv_of(device))) return target->name();
  }
  return "driver:" + device.name;
}

Result<Package> compile_offline(const std::string& compiler, const OfflineJob& job, const DeviceFacts& device,
                                const std::string& checks) {
  if (compiler.empty()) return fail(ErrorKind::k_unavailable, "there is no clc beside the layer");
  const std::string target = offline_target(device);
  const TemporaryFolder folder = CLC_TRY(TemporaryFolder::make());
  const std::string package = folder.path() + "/program.clcpack";
  platform::CompilerCommand command;
  if (job.is_linked) {
    const std::string recording = folder.path() + "/recording";
    CLC_TRY(write_past(job, recording));
    command.words = {compiler, "compile", recording};
  } else {
    CLC_TRY(write_sources(job, folder.path()));
    command =
        command_for(job, folder.path(), {compiler, "compile", folder.path() + "/program.cl", "--name", "program"});
  }
  for (const std::string& word : {std::string("-t"), target, std::string("-o"), package}) command.words.push_back(word);
  if (!checks.empty()) command.words.insert(command.words.end(), {"--sanitize", checks});
  command.log = folder.path() + "/log";
  CLC_TRY(platform::run_compiler(command));
  Result<Package> made = Package::open(package);
  if (made && !made->manifest().modules.empty()) return made;
  const std::string reason = first_line(command.log);
  return fail(ErrorKind::k_compile, reason.empty() ? "clc did not compile it" : reason);
}

Result<InclusionList> ask_inclusions(const std::string& compiler, const OfflineJob& job, const DeviceFacts& device) {
  const TemporaryFolder folder = CLC_TRY(TemporaryFolder::make());
  CLC_TRY(write_sources(job, folder.path()));
  const std::string source = folder.path() + "/program.cl";
  platform::CompilerCommand command =
      command_for(job, folder.path(), {compiler, "explain", source, "--inclusions", "-t", "driver:" + device.name});
  command.output = folder.path() + "/inclusions";
  command.log = folder.path() + "/log";
  CLC_TRY(platform::run_compiler(command));
  const Result<Bytes> list = read_file(command.output);
  if (list && !list->empty()) return read_inclusion_list(*list, folder.path());
  return fail(ErrorKind::k_compile, first_line(command.log));
}

}  // namespace clc::layer
