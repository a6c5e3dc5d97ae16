// clc watch: runs a command of clc again whenever a source changes.
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "base/platform/libraries.h"
#include "base/text.h"
#include "base/try.h"
#include "commands/commands.h"
#include "serve/folder_watch.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "toolchain/foreground.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds k_quiet{50};  // an editor may write a file in several steps

Result<void> check_command(const std::string& name) {
  static const std::vector<std::string> k_names = {
#define CLC_TITLE(TEXT)
#define CLC_COMMAND(NAME, SUMMARY) #NAME,
#include "commands/commands.def"
  };
  if (std::ranges::find(k_names, name) != k_names.end()) return {};
  return fail(ErrorKind::k_usage,
              "unknown command '" + name + "'" + suggestion(name, k_names) + " (`clc --help` lists the commands)");
}

// Outputs of the command must not run it again, so other files do not count.
bool is_source_text(const std::string& file) {
  const std::size_t dot = file.rfind('.');
  return dot != std::string::npos &&
         is_any_of(file.substr(dot + 1), {"cl", "clcpp", "h", "hh", "hpp", "clh", "inc", "inl", "def"});
}

// The folders of the sources that the words name, those of -I, and all below them.
std::set<std::string> folders_of(const std::vector<std::string>& words) {
  std::set<std::string> folders;
  std::error_code error;
  const auto add = [&](const fs::path& path) {
    const fs::path folder = fs::is_directory(path, error) ? path : fs::absolute(path, error).parent_path();
    folders.insert(fs::absolute(folder, error).lexically_normal().string());
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && at != end; at.increment(error)) {
      const bool is_hidden = at->path().filename().string().starts_with(".");
      if (at->is_directory(error) && is_hidden) at.disable_recursion_pending();
      if (at->is_directory(error) && !is_hidden)
        folders.insert(fs::absolute(at->path(), error).lexically_normal().string());
    }
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-I" && i + 1 < words.size()) add(words[i + 1]);
    if (word.starts_with("-I") && word.size() > 2) add(word.substr(2));
    if (!word.starts_with("-") && is_source_text(word) && fs::exists(word, error)) add(word);
  }
  return folders;
}

// The sources and headers in folders.
std::set<std::string> sources_in(const std::set<std::string>& folders) {
  std::set<std::string> sources;
  std::error_code error;
  for (const std::string& folder : folders) {
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
      if (is_source_text(at->path().string())) sources.insert(at->path().string());
  }
  return sources;
}

Failure nothing_to_watch(const std::vector<std::string>& words) {
  const auto absent = std::ranges::find_if(
      words, [](const std::string& word) { return !word.starts_with("-") && is_source_text(word); });
  const std::string reason = absent == words.end() ? "the command names no source" : *absent + " does not exist";
  return fail(ErrorKind::k_usage, reason + ", so there is nothing to watch");
}

// Waits until a source is written, comes or goes; false when the folders are gone. `known`: the sources at the last
// run.
Result<bool> wait_for_change(FolderWatch& watch, const std::vector<std::string>& words,
                             const std::set<std::string>& known) {
  for (;;) {
    pollfd watched{watch.descriptor(), POLLIN, 0};
    if (::poll(&watched, 1, -1) < 0) continue;
    std::this_thread::sleep_for(k_quiet);
    FolderChanges changes;
    watch.read_changes(changes);
    if (changes.is_gone) return false;
    if (std::ranges::any_of(changes.files, is_source_text)) return true;
    if (!changes.has_folders) continue;  // a package that is a folder, for instance
    const std::set<std::string> folders = folders_of(words);
    for (const std::string& folder : folders) CLC_TRY(watch.add(folder));
    if (sources_in(folders) != known) return true;
  }
}

}  // namespace

Result<int> watch_command(const std::vector<std::string>& words, Sink& sink) {
  const CommandLine line(
      "Runs a command of clc, and again whenever a source changes: a file of OpenCL C or a header, in the folders of\n"
      "the files that the command names, in those of -I, and below them. Ctrl-C ends it.",
      "clc watch");
  line.ends_in("COMMAND ARGUMENTS…");
  line.footer(
      "Examples:\n  clc watch compile kernels/blur.cl -t nvptx:sm_90 -o blur.clcpack\n"
      "  clc watch check kernels/blur.cl -t amdgcn:gfx1100 --no-spills\n");
  const auto command = std::ranges::find_if(words, [](const std::string& word) { return !word.starts_with("-"); });
  if (!CLC_TRY(line.parse({words.begin(), command}))) return 0;
  if (command == words.end())
    return fail(ErrorKind::k_usage, "name the command to run: clc watch compile k.cl -t spirv64 -o p");
  CLC_TRY(check_command(*command));
  std::vector<std::string> run{platform::running_program()};
  run.insert(run.end(), command, words.end());
  for (;;) {
    const std::set<std::string> folders = folders_of(run);
    if (folders.empty()) return nothing_to_watch(run);
    FolderWatch watch = CLC_TRY(FolderWatch::make());
    for (const std::string& folder : folders) CLC_TRY(watch.add(folder));
    const std::set<std::string> sources = sources_in(folders);
    const Ending ending = CLC_TRY(run_in_foreground(run, {}));
    end_if_interrupted();
    const int code = exit_code_of(ending);
    // Ctrl-C reaches the command alone while it runs; and no save mends a wrong command line or target.
    const bool is_final = code == exit_code(ErrorKind::k_usage) || code == exit_code(ErrorKind::k_unavailable);
    if (ending.signal != 0 || is_final) return code;
    sink.message(Severity::k_note, "exit code " + std::to_string(code) + "; waiting for a change");
    if (!CLC_TRY(wait_for_change(watch, run, sources)))
      return fail(ErrorKind::k_io, "the folder of the sources is gone");
  }
}

}  // namespace clc
