#include <algorithm>
#include <filesystem>
#include <set>

#include "clc/package/file.h"
#include "output/assemble.h"
#include "protocol/source_roots.h"
#include "support/text.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

std::string real_path(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path.empty() ? "." : path, error);
  return error ? path : real.string();
}

// Folders that every run changes by writing its own output: listed, they would rerun it for ever.
std::set<std::string> own_folders(const CompileArguments& arguments) {
  std::set<std::string> folders;
  folders.insert(real_path(folder_of(arguments.depfile)));
  if (arguments.output == "-") return folders;
  const std::string output = real_path(arguments.output);
  folders.insert(folder_of(output));
  if (!is_file_form(arguments.output)) folders.insert(output);
  if (!arguments.dump_folder.empty()) folders.insert(real_path(arguments.dump_folder));
  return folders;
}

// True for `outer` itself, too. Both are real paths.
bool is_within(const std::string& folder, const std::string& outer) {
  return folder == outer || outer == "/" || folder.compare(0, outer.size() + 1, outer + "/") == 0;
}

// Collects names in the order in which they come, each once.
class Dependencies {
 public:
  // Leaves out the folders `excluded`, and those in `skipped` at any depth.
  Dependencies(std::set<std::string> excluded, std::vector<std::string> skipped)
      : excluded_(std::move(excluded)), skipped_(std::move(skipped)) {}

  void add(InputKind kind, const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path.empty() ? "." : path, error);
    // What does not exist would rerun the command at every build.
    if (kind == InputKind::k_file && !fs::is_regular_file(status)) return;
    if (kind == InputKind::k_folder && (!fs::is_directory(status) || is_left_out(real_path(path)))) return;
    const std::string shown = path.empty() ? "." : path;
    if (seen_.insert(shown).second) names_.push_back(shown);
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  bool is_left_out(const std::string& folder) const {
    return excluded_.count(folder) != 0 ||
           std::any_of(skipped_.begin(), skipped_.end(), [&](const std::string& s) { return is_within(folder, s); });
  }

  std::set<std::string> excluded_;
  std::vector<std::string> skipped_;
  std::set<std::string> seen_;
  std::vector<std::string> names_;
};

void add_inputs(const Plan& plan, const Job& job, const Artifact& artifact, InputKind kind, Dependencies& into) {
  for (std::size_t i = 0; i < artifact.inputs.size(); ++i) {
    const Input& input = artifact.inputs[i];
    if (input.kind != kind || (i == 0 && plan.source_of(job).spelled == "-")) continue;
    // Clang looks for its own headers in the working folder too, where a build system's changes would rerun us.
    if (input.path.root == RootedPath::k_working_folder && input.path.name == ".") continue;
    // "k.cl" and "./k.cl" are one file to us and two to ninja.
    into.add(kind, normal_path(spell(input.path, plan, job)));
  }
}

}  // namespace

std::string escape_for_make(const std::string& path) {
  std::string result;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (c == ' ' || c == '#' || c == '\t') {
      // Backslashes before a blank would be read as escapes themselves.
      for (std::size_t j = i; j > 0 && path[j - 1] == '\\'; --j) result += '\\';
      result += '\\';
    } else if (c == '$') {
      result += '$';
    }
    result += c;
  }
  return result;
}

Result<void> write_depfile(const CompileArguments& arguments, const Plan& plan, const std::vector<JobResult>& results) {
  std::vector<std::string> skipped;
  for (const std::string& folder : arguments.depfile_skips) skipped.push_back(real_path(folder));
  Dependencies dependencies(own_folders(arguments), std::move(skipped));
  for (const SourceFile& source : plan.sources) {
    if (source.spelled != "-") dependencies.add(InputKind::k_file, normal_path(source.spelled));
  }
  for (const InputKind kind : {InputKind::k_file, InputKind::k_folder}) {
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
      if (results[i].artifact) add_inputs(plan, plan.jobs[i], *results[i].artifact, kind, dependencies);
    }
  }
  std::string text = escape_for_make(arguments.depfile_target) + ":";
  for (const std::string& name : dependencies.names()) text += " \\\n  " + escape_for_make(name);
  return write_file_atomically(arguments.depfile, text + "\n");
}

}  // namespace clc
