#include "commands/test/launcher.h"

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/environment_variable.h"
#include "base/text.h"
#include "base/try.h"
#include "commands/emulate/findings.h"
#include "confine/driver_rules.h"

namespace clc {
namespace {

// Bytes behind each buffer that no kernel may change. An emulated GPU knows where buffers end.
constexpr std::size_t k_guard_bytes = 256;
constexpr char k_guard = '\xa5';

std::string findings_file(const ScratchFolder& folder) {
  return join_path(folder.path(), "findings.json");
}

// The variables that name what launches leave for the user: a folder for counts, and a file of the emulator's, which is
// made here, so that its folder stays closed. Returns "NAME=value" with the place wherever the process works, and adds
// what it writes to.
Result<std::vector<std::string>> wanted_files(std::vector<std::string>& writable) {
  std::vector<std::string> settings;
  for (const std::string name : {"CLC_COVERAGE_DIR", "CLC_EMULATOR_COUNTERS"}) {
    const std::string value = environment_variable(name.c_str());
    if (value.empty()) continue;
    const std::string path = std::filesystem::absolute(value).string();
    const bool is_folder = name.ends_with("_DIR");
    std::error_code error;
    std::filesystem::create_directories(is_folder ? path : folder_of(path), error);
    if (error) return fail(ErrorKind::k_io, name + "=" + value + ": " + error.message());
    if (!is_folder && !std::ofstream(path, std::ios::app))
      return fail(ErrorKind::k_io, name + "=" + value + " cannot be written");
    writable.push_back(path);
    settings.push_back(name + "=" + path);
  }
  return settings;
}

Launch with_arguments(const std::string& module, const TestCase& one, bool has_guards) {
  Launch launch = one.launch;
  launch.module = module;
  for (const TestArgument& argument : one.arguments) {
    launch.arguments.push_back(argument.launch);
    LaunchArgument& given = launch.arguments.back();
    if (!has_guards || given.kind != LaunchArgumentKind::k_buffer) continue;
    given.bytes.append(k_guard_bytes, k_guard);
    given.is_result = true;
  }
  return launch;
}

// Takes the guards off. Contents of arguments that are no results go.
Result<std::vector<Bytes>> without_guards(const TestCase& one, std::vector<Bytes> results) {
  std::vector<Bytes> wanted;
  std::size_t next = 0;
  for (const TestArgument& argument : one.arguments) {
    const bool is_buffer = argument.launch.kind == LaunchArgumentKind::k_buffer;
    if (!is_buffer && !argument.launch.is_result) continue;
    if (next == results.size()) return fail(ErrorKind::k_crash, "the driver's process gave too few results");
    Bytes& bytes = results[next++];
    if (is_buffer) {
      const std::size_t size = argument.launch.bytes.size();
      if (bytes.size() != size + k_guard_bytes) return fail(ErrorKind::k_crash, "a buffer changed its size");
      const std::size_t at = bytes.find_first_not_of(k_guard, size);
      if (at != Bytes::npos) {
        return fail(ErrorKind::k_gate, "it writes behind the end of '" + argument.name + "', at byte " +
                                           std::to_string(at) + " of " + std::to_string(size));
      }
      bytes.resize(size);
    }
    if (argument.launch.is_result) wanted.push_back(std::move(bytes));
  }
  return wanted;
}

}  // namespace

Result<std::unique_ptr<Launcher>> Launcher::make(const TestDevice& device, const Bytes& package,
                                                 std::chrono::seconds limit) {
  ScratchFolder scratch = CLC_TRY(ScratchFolder::make());
  const std::string driver = CLC_TRY(find_helper("clc-driver"));
  std::unique_ptr<Launcher> launcher(new Launcher(device, std::move(scratch), limit));
  const std::string& folder = launcher->folder_.path();
  ProcessSpec spec;
  spec.arguments = {driver, "--launch", std::to_string(device.index)};
  spec.folder = folder;
  spec.forced_settings = device.settings;
  spec.forced_settings.push_back("TMPDIR=" + folder);
  if (device.is_emulated) spec.forced_settings.push_back("CLC_EMULATOR_REPORT=" + findings_file(launcher->folder_));
  std::vector<std::string> writable = {folder};
  for (std::string& setting : CLC_TRY(wanted_files(writable))) spec.forced_settings.push_back(std::move(setting));
  const auto allow = [&](FileRules& rules) {
    for (const std::string& one : writable) rules.allow_all(one);
    allow_devices(rules);
  };
  spec.limit = CLC_TRY(limits_of_process(FileRules::Limit::k_writing, allow, driver_of(device.target)));
  launcher->driver_ = std::make_unique<Conversation>(std::move(spec), package, "the driver");
  return launcher;
}

Result<std::string> Launcher::new_findings() const {
  if (!device_.is_emulated) return std::string();
  const std::string file = findings_file(folder_);
  const std::vector<EmulatedFinding> findings = CLC_TRY(read_findings(file));
  ::unlink(file.c_str());
  return findings.empty() ? std::string() : std::string(trimmed(findings.front().text));
}

Result<Launcher::Left> Launcher::run(const std::string& module, const TestCase& one) {
  const bool has_guards = !device_.is_emulated;
  const Result<std::string> answer = driver_->ask(encode_launch(with_arguments(module, one, has_guards)), limit_);
  const std::string found = CLC_TRY(new_findings());
  if (!answer) return found.empty() ? fail(answer) : fail(ErrorKind::k_gate, found);
  LaunchReply reply = CLC_TRY(decode_launch_reply(*answer));
  if (reply.is_unavailable) return fail(ErrorKind::k_unavailable, reply.problem);
  // A queue whose command failed may refuse all that follow.
  if (!found.empty() || !reply.problem.empty()) driver_->finish(limit_);
  if (!found.empty()) return fail(ErrorKind::k_gate, found);
  if (!reply.problem.empty()) return fail(ErrorKind::k_opencl, reply.problem);
  Left left;
  left.target = reply.target;
  if (has_guards) {
    left.results = CLC_TRY(without_guards(one, std::move(reply.results)));
  } else {
    left.results = std::move(reply.results);
  }
  return left;
}

}  // namespace clc
