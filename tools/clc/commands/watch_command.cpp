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

std::string absolute(const fs::path& path) {
  std::error_code error;
  return fs::absolute(path, error).lexically_normal().string();
}

// The folders that the words name: those of sources that are there, and those of -I.
std::set<std::string> named_folders(const std::vector<std::string>& words) {
  std::set<std::string> folders;
  std::error_code error;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-I" && i + 1 < words.size()) folders.insert(absolute(words[i + 1]));
    if (word.starts_with("-I") && word.size() > 2) folders.insert(absolute(word.substr(2)));
    if (!word.starts_with("-") && is_source_text(word) && fs::exists(word, error))
      folders.insert(fs::path(absolute(word)).parent_path().string());
  }
  return folders;
}

// The folders that are there, and all below them.
std::set<std::string> with_folders_below(const std::set<std::string>& named) {
  std::set<std::string> folders;
  std::error_code error;
  for (const std::string& folder : named) {
    if (fs::is_directory(folder, error)) folders.insert(folder);
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && at != end; at.increment(error)) {
      const bool is_hidden = at->path().filename().string().starts_with(".");
      if (at->is_directory(error) && is_hidden) at.disable_recursion_pending();
      if (at->is_directory(error) && !is_hidden) folders.insert(at->path().lexically_normal().string());
    }
  }
  return folders;
}

// Watches `folders`, and what tells that a named folder goes or returns: the nearest folder above it that is there.
Result<void> add_folders(FolderWatch& watch, const std::set<std::string>& named, std::set<std::string> folders) {
  std::error_code error;
  for (const fs::path folder : named) {
    fs::path above = folder.parent_path();
    while (!fs::is_directory(above, error) && above.has_relative_path()) above = above.parent_path();
    folders.insert(above.string());
  }
  for (const std::string& folder : folders) {
    const Result<void> added = watch.add(folder);
    if (!added && fs::is_directory(folder, error)) return fail(added);
  }
  return {};
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

// Waits until a source is written, comes or goes. `known`: the sources at the last run.
Result<void> wait_for_change(FolderWatch& watch, const std::set<std::string>& named,
                             const std::set<std::string>& known) {
  std::set<std::string> folders = with_folders_below(named);
  const auto is_watched_source = [&](const std::string& file) {
    return is_source_text(file) && folders.contains(fs::path(file).parent_path().string());
  };
  for (;;) {
    pollfd watched{watch.descriptor(), POLLIN, 0};
    if (::poll(&watched, 1, -1) < 0) continue;
    std::this_thread::sleep_for(k_quiet);
    FolderChanges changes;
    watch.read_changes(changes);
    if (std::ranges::any_of(changes.files, is_watched_source)) return {};
    if (!changes.has_folders) continue;  // a package that is a folder, for instance
    folders = with_folders_below(named);
    CLC_TRY(add_folders(watch, named, folders));
    if (sources_in(folders) != known) return {};
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
  const std::set<std::string> named = named_folders(run);
  if (named.empty()) return nothing_to_watch(run);
  for (;;) {
    const std::set<std::string> folders = with_folders_below(named);
    FolderWatch watch = CLC_TRY(FolderWatch::make());
    CLC_TRY(add_folders(watch, named, folders));
    const std::set<std::string> sources = sources_in(folders);
    const Ending ending = CLC_TRY(run_in_foreground(run, {}));
    end_if_interrupted();
    const int code = exit_code_of(ending);
    // Ctrl-C reaches the command alone while it runs; and no save mends a wrong command line or target.
    const bool is_final = code == exit_code(ErrorKind::k_usage) || code == exit_code(ErrorKind::k_unavailable);
    if (ending.signal != 0 || is_final) return code;
    sink.message(Severity::k_note, "exit code " + std::to_string(code) + "; waiting for a change");
    CLC_TRY(wait_for_change(watch, named, sources));
  }
}

}  // namespace clc
