#include "serve/last_commit.h"

#include <charconv>
#include <chrono>
#include <filesystem>

#include "base/text.h"
#include "confine/driver_rules.h"
#include "protocol/source_roots.h"
#include "support/source_file.h"
#include "toolchain/run_process.h"

namespace clc {
namespace {

constexpr std::chrono::seconds k_time_limit{5};

std::optional<std::string> run_git(const std::string& git, const std::string& folder,
                                   const std::vector<std::string>& words, const std::string& input = "") {
  // A stranger's repository may name programs for git to run. Only plumbing is used, which runs none of them; and
  // whatever git does, it changes no file and reaches no network.
  auto limits = limits_of_process(FileRules::Limit::k_writing, [](FileRules&) {});
  if (!limits) return std::nullopt;
  ProcessSpec spec;
  spec.arguments = {git,
                    "-c",
                    "core.fsmonitor=false",
                    "-c",
                    "core.hooksPath=/dev/null",
                    "--no-optional-locks",
                    "--no-replace-objects"};
  spec.arguments.insert(spec.arguments.end(), words.begin(), words.end());
  spec.folder = folder;
  spec.limit = *std::move(limits);
  // A partial clone fetches nothing.
  spec.forced_settings = {"GIT_ALLOW_PROTOCOL=none"};
  const Result<Finished> done = run_process(spec, input, k_time_limit);
  if (!done || done->timed_out || !done->ending.clean()) return std::nullopt;
  return done->output;
}

}  // namespace

std::optional<LastCommit> LastCommit::find(const std::string& folder, const ToolPaths& tools) {
  const Result<std::string> git = find_tool("git", tools);
  if (!git) return std::nullopt;
  const std::optional<std::string> found =
      run_git(*git, folder, {"rev-parse", "--show-toplevel", "--absolute-git-dir"});
  if (!found) return std::nullopt;
  const std::vector<std::string_view> lines = lines_of(*found);
  if (lines.size() != 2) return std::nullopt;
  return LastCommit(*git, std::string(lines[0]), std::string(lines[1]));
}

std::string LastCommit::id() const {
  const std::optional<std::string> id = run_git(git_, top_, {"rev-parse", "--verify", "HEAD"});
  return id ? std::string(trimmed(*id)) : "";
}

std::map<std::string, std::string> LastCommit::texts(const std::vector<std::string>& files) const {
  std::string questions;
  std::vector<std::string> names;
  for (const std::string& file : files) {
    const bool is_asked = is_below(file, top_) && file.find('\n') == file.npos;
    if (!is_asked) continue;
    questions += "HEAD:" + file.substr(top_ == "/" ? 1 : top_.size() + 1) + "\n";
    names.push_back(file);
  }
  std::map<std::string, std::string> texts;
  if (names.empty()) return texts;
  const std::optional<std::string> answers = run_git(git_, top_, {"cat-file", "--batch"}, questions);
  // Git answers for each file with a line, "DIGEST blob SIZE", and the text with a line break; with "… missing" when it
  // is not there.
  std::string_view left = answers ? std::string_view(*answers) : std::string_view();
  for (const std::string& file : names) {
    const std::size_t end = left.find('\n');
    if (end == left.npos) break;
    const std::vector<std::string_view> words = split(left.substr(0, end), " ");
    left.remove_prefix(end + 1);
    if (words.size() != 3 || words.back() == "missing") continue;
    std::uint64_t size = 0;
    const auto [stop, error] = std::from_chars(words[2].data(), words[2].data() + words[2].size(), size);
    if (error != std::errc() || size >= left.size()) break;
    if (words[1] == "blob" && size <= k_largest_source) texts[file] = std::string(left.substr(0, size));
    left.remove_prefix(size + 1);
  }
  return texts;
}

std::vector<std::string> LastCommit::places() const {
  // A commit adds a line to logs/HEAD; where git keeps no such file, the branch's own file changes below refs.
  std::vector<std::string> places{data_};
  std::error_code error;
  const std::string logs = join_path(data_, "logs");
  if (std::filesystem::is_directory(logs, error)) places.push_back(logs);
  return places;
}

}  // namespace clc
