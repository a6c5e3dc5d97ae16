#include "serve/offline_compiler.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "base/temporary_folder.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/runtime/choose.h"
#include "clc/runtime/spirv.h"
#include "program/option_reader.h"
#include "recording/recorder.h"

extern char** environ;

namespace clc::layer {
namespace {

namespace fs = std::filesystem;

// Returns the environment without the variables that would load this layer into clc, or give clc other options.
std::vector<char*> compiler_environment() {
  constexpr std::string_view k_left_out[] = {"OPENCL_LAYERS=", "CLC_LAYER_",  "CLC_PACKAGE",
                                             "LD_PRELOAD=",    "CLC_OPTIONS", "CLC_DUMP_DIR="};
  std::vector<char*> kept;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const bool is_left_out = std::any_of(std::begin(k_left_out), std::end(k_left_out), [&](std::string_view prefix) {
      return text.substr(0, prefix.size()) == prefix;
    });
    if (!is_left_out) kept.push_back(*entry);
  }
  kept.push_back(nullptr);
  return kept;
}

// The rules for a child process: default signals, and no open files of the application.
class SpawnRules {
 public:
  SpawnRules(const std::string& output, const std::string& log) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT, 0600);
    ::posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnRules() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnRules(const SpawnRules&) = delete;
  SpawnRules& operator=(const SpawnRules&) = delete;

  const posix_spawn_file_actions_t* files() const { return &files_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

// Runs the command and waits for its end. The caller looks at the files that the command makes, because the exit code
// may be lost: an application may wait for all of its children itself, or ignore them.
Result<void> run(const std::vector<std::string>& command, const std::string& output, const std::string& log) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::vector<char*> environment = compiler_environment();
  const SpawnRules rules(output, log);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, command.front().c_str(), rules.files(), rules.attributes(), arguments.data(),
                                  environment.data());
  if (error != 0) return fail(ErrorKind::k_unavailable, "cannot run " + command.front() + ": " + std::strerror(error));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return {};
}

bool stays_below(const std::string& name) {
  const fs::path path(name);
  return !path.empty() && !path.is_absolute() && std::ranges::find(path, fs::path("..")) == path.end();
}

Result<void> write_sources(const OfflineJob& job, const std::string& folder) {
  CLC_TRY(write_file_atomically(folder + "/program.cl", job.source));
  for (const ProgramHeader& header : job.headers) {
    if (!stays_below(header.name))
      return fail(ErrorKind::k_unavailable, "the header '" + header.name + "' has no place in a folder");
    const fs::path file = fs::path(folder) / "embedded" / header.name;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    CLC_TRY(write_file_atomically(file.string(), header.content));
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

std::vector<std::string> command_for(const std::string& compiler, const char* name, const OfflineJob& job,
                                     const std::string& folder, const std::vector<std::string>& more) {
  std::vector<std::string> command = {compiler, name, folder + "/program.cl"};
  for (std::string& word : option_words(job.options)) command.push_back(std::move(word));
  // Drivers also look for headers in the working folder, and clc runs in the same folder.
  for (const std::string& word : {std::string("-I"), std::string("."), std::string("-I"), folder + "/embedded"})
    command.push_back(word);
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

std::string first_line(const std::string& file) {
  const Result<Bytes> text = read_file(file);
  return text ? text->substr(0, text->find('\n')) : "";
}

}  // namespace

std::string offline_target(const DeviceFacts& device) {
  if (device.nvidia_compute_capability) return "nvptx:sm_" + std::to_string(*device.nvidia_compute_capability);
  if (takes_amd_code(device)) return "amdgcn:" + device.name;
  if (device.address_bits != 0) {
    if (const std::optional<Target> target = spirv_target(spirv_of(device))) return target->name();
  }
  return "driver:" + device.name;
}

Result<Package> compile_offline(const std::string& compiler, const OfflineJob& job, const DeviceFacts& device) {
  if (compiler.empty()) return fail(ErrorKind::k_unavailable, "there is no clc beside the layer");
  const TemporaryFolder folder = CLC_TRY(TemporaryFolder::make());
  const std::string recording = folder.path() + "/recording";
  CLC_TRY(job.is_linked ? write_past(job, recording) : write_sources(job, folder.path()));
  const std::string package = folder.path() + "/program.clcpack";
  const std::string log = folder.path() + "/log";
  std::vector<std::string> command = {compiler, "compile", recording, "-t", offline_target(device), "-o", package};
  if (!job.is_linked) {
    command = command_for(compiler, "compile", job, folder.path(),
                          {"--name", "program", "-t", offline_target(device), "-o", package});
  }
  CLC_TRY(run(command, "/dev/null", log));
  Result<Package> made = Package::open(package);
  if (made && !made->manifest().modules.empty()) return made;
  const std::string reason = first_line(log);
  return fail(ErrorKind::k_compile, reason.empty() ? "clc did not compile it" : reason);
}

Result<InclusionList> ask_inclusions(const std::string& compiler, const OfflineJob& job, const DeviceFacts& device) {
  const TemporaryFolder folder = CLC_TRY(TemporaryFolder::make());
  CLC_TRY(write_sources(job, folder.path()));
  const std::string output = folder.path() + "/inclusions";
  const std::string log = folder.path() + "/log";
  const auto command =
      command_for(compiler, "explain", job, folder.path(), {"--inclusions", "-t", "driver:" + device.name});
  CLC_TRY(run(command, output, log));
  const Result<Bytes> list = read_file(output);
  if (list && !list->empty()) return read_inclusion_list(*list, folder.path());
  return fail(ErrorKind::k_compile, first_line(log));
}

}  // namespace clc::layer
