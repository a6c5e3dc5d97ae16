#include "output/depfile.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/package/package.h"
#include "protocol/source_roots.h"
#include "support/interrupts.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

// Folders that every run changes by writing its own output; if they were listed, the command would always run again.
std::set<std::string> own_folders(const Depfile& depfile, const Outputs& outputs) {
  std::set<std::string> folders;
  if (!depfile.path.empty() && depfile.path != "-") folders.insert(real_path(folder_of(depfile.path)));
  if (outputs.package.empty() || outputs.package == "-") return folders;
  const std::string output = real_path(outputs.package);
  folders.insert(folder_of(output));
  if (!is_file_form(outputs.package)) folders.insert(output);
  if (!outputs.dumps.folder.empty()) folders.insert(real_path(outputs.dumps.folder));
  return folders;
}

// Collects names in their order, each once.
class Dependencies {
 public:
  // Leaves out the folders `excluded`, and those in `skipped` at any depth.
  Dependencies(std::set<std::string> excluded, std::vector<std::string> skipped)
      : excluded_(std::move(excluded)), skipped_(std::move(skipped)) {}

  void add(InputKind kind, const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path.empty() ? "." : path, error);
    // A file that does not exist would make the command run at every build.
    if (kind == InputKind::k_file && !fs::is_regular_file(status)) return;
    if (kind == InputKind::k_folder && (!fs::is_directory(status) || is_left_out(real_path(path)))) return;
    std::string shown = path.empty() ? "." : path;
    // At the end of a name these mean something to make or ninja; a folder may end in a slash.
    if (kind == InputKind::k_folder && std::string_view(":)\\ \t").find(shown.back()) != std::string_view::npos)
      shown += '/';
    if (seen_.insert(shown).second) names_.push_back(shown);
  }
  // Adds what may vanish without harm: a header, or a folder in which one was looked for.
  void add_input(InputKind kind, const std::string& path) {
    const std::size_t before = names_.size();
    add(kind, path);
    if (names_.size() > before) inputs_.push_back(names_.back());
  }
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& inputs() const { return inputs_; }

 private:
  bool is_left_out(const std::string& folder) const {
    // CMake, which skips its build folder, drops a slash at the end of a name; then make takes "a(b)" for a member of
    // an archive and "a&:" for a group, and Ninja takes "a:" for a target.
    if (!skipped_.empty() && std::string_view(")& :").find(folder.back()) != std::string_view::npos) return true;
    return excluded_.count(folder) != 0 ||
           std::ranges::any_of(skipped_, [&](const std::string& s) { return is_within(folder, s); });
  }

  std::set<std::string> excluded_;
  std::vector<std::string> skipped_;
  std::set<std::string> seen_;
  std::vector<std::string> names_;
  std::vector<std::string> inputs_;  // the names without the sources
};

// The folders of -isystem, in the spelling of inputs.
std::vector<std::string> system_folders(const Plan& plan, const Job& job) {
  std::vector<std::string> folders;
  const auto add = [&](const std::vector<BuildOption>& options) {
    for (const BuildOption& option : options) {
      if (option.is(Option::k_system_folder)) folders.push_back(normal_path(option.value));
    }
  };
  add(job.options);
  for (const SourceFile* source : plan.source_of(job).all()) add(source->own_options);
  return folders;
}

void add_inputs(const Plan& plan, const Job& job, const Artifact& artifact, InputKind kind, bool without_system,
                Dependencies& into) {
  const std::vector<std::string> left_out = without_system ? system_folders(plan, job) : std::vector<std::string>();
  const auto is_left_out = [&](const std::string& folder) {
    return std::ranges::any_of(left_out, [&](const std::string& s) { return is_within(folder, s); });
  };
  for (std::size_t i = 0; i < artifact.inputs.size(); ++i) {
    const Input& input = artifact.inputs[i];
    if (input.kind != kind || (i == 0 && plan.source_of(job).spelled == "-")) continue;
    // Clang looks for its own headers in the working folder, too; every change there would make the command run again.
    if (input.path.root == RootedPath::k_working_folder && input.path.name == ".") continue;
    // "k.cl" and "./k.cl" are one file to us and two to ninja.
    const std::string name = normal_path(spell(input.path, plan, job));
    if (!is_left_out(kind == InputKind::k_folder ? name : folder_of(name))) into.add_input(kind, name);
  }
}

void add_sources(const SourceFile& source, Dependencies& into) {
  for (const SourceFile* one : source.all()) {
    // A package in a folder is known by its manifest.
    const bool is_folder = one->library && !is_file_form(one->spelled);
    if (is_folder) into.add(InputKind::k_file, normal_path(join_path(one->spelled, k_manifest_file)));
    if (one->spelled != "-") into.add(InputKind::k_file, normal_path(one->spelled));
  }
  if (!source.tuning_file.empty()) into.add(InputKind::k_file, normal_path(source.tuning_file));
}

// The same for CMake, which writes names anew for the generator, without escapes.
const char* unreadable_for_cmake(const std::string& name, DepfileReader reader) {
  const auto has = [&](const char* characters) { return name.find_first_of(characters) != std::string::npos; };
  if (reader == DepfileReader::k_cmake_for_ninja) {
    if (std::ranges::any_of(name, [](unsigned char c) { return c < ' ' || c == 127; })) return "a control character";
    if (has("#$&'\"*;<>?\\^`|")) return "one of # $ & ' \" * ; < > ? \\ ^ ` |";
    return name.ends_with(':') ? "a ':' at its end" : nullptr;
  }
  if (has("\n\r\t")) return "a tab or line break";
  if (has(":;|\\")) return "one of : ; | \\";
  if (name.ends_with(')') && has("(")) return "'(…)' at its end";
  return name.ends_with('&') || name.ends_with(' ') ? "a blank or '&' at its end" : nullptr;
}

// The part of a name that its reader cannot be told, however it is written; null: none.
const char* unreadable_part(const std::string& name, DepfileReader reader, bool is_target) {
  const auto has = [&](const char* characters) { return name.find_first_of(characters) != std::string::npos; };
  const auto ends_in = [&](std::string_view characters) { return characters.find(name.back()) != std::string::npos; };
  if (reader != DepfileReader::k_make) return unreadable_for_cmake(name, reader);
  if (has("\n\r")) return "a line break";
  if (has(";|")) return "';' or '|'";
  if (name[0] == '~') return "'~' in front";
  if (ends_in("\\ \t")) return "a blank or backslash at its end";
  if (name.ends_with(')') && has("(")) return "'(…)' at its end";
  if (is_target && has("=")) return "'='";
  return is_target && name.ends_with('&') ? "'&' at its end" : nullptr;
}

Result<void> check_name(const std::string& name, DepfileReader reader, bool is_target) {
  const char* part = name.empty() ? nullptr : unreadable_part(name, reader, is_target);
  if (part == nullptr) return {};
  return fail(ErrorKind::k_usage, std::string("no dependency file can hold the ") +
                                      (is_target ? "target '" : "name '") + name +
                                      "': " + (reader == DepfileReader::k_make ? "make" : "CMake's generator") +
                                      " cannot read " + part + (is_target ? "; give another by -MT NAME" : ""));
}

// True for "=x" and "+=x", which make takes for assignments to the word before.
bool is_assignment(const std::string& name) {
  return name[0] == '=' || (name.size() > 1 && name[1] == '=' && has_part("+?:!", name.substr(0, 1)));
}

std::string as_prerequisite(const std::string& name, DepfileReader reader) {
  const bool needs_folder = reader == DepfileReader::k_make && is_assignment(name);
  return escape_for_make(needs_folder ? "./" + name : name, reader);
}

std::string as_target(const std::string& name, DepfileReader reader) {
  std::string text = as_prerequisite(name, reader);
  for (std::size_t at = 0; reader == DepfileReader::k_make && (at = text.find('%', at)) != std::string::npos; at += 2)
    text.insert(at, 1, '\\');  // no pattern
  return text;
}

// With the names checked.
std::string rules_text(const Depfile& depfile, const Dependencies& dependencies) {
  const bool is_for_make = depfile.reader == DepfileReader::k_make;
  const auto has_equals = [](const std::string& name) { return has_part(name, "="); };
  std::string text = as_target(depfile.target, depfile.reader) + ":";
  // To make "p: a=b" is a variable of p. "$ " is another, which is empty; ninja skips it.
  const bool has_variable = is_for_make && std::ranges::any_of(dependencies.names(), has_equals);
  const char* between = has_variable ? " $  " : " \\\n  ";
  for (const std::string& name : dependencies.names()) {
    text += between + as_prerequisite(name, depfile.reader);
    between = " \\\n  ";
  }
  text += '\n';
  if (!depfile.has_empty_rules) return text;
  for (const std::string& name : dependencies.inputs()) {
    if (unreadable_part(name, depfile.reader, true) == nullptr) text += "\n" + as_target(name, depfile.reader) + ":\n";
  }
  return text;
}

}  // namespace

std::string escape_for_make(const std::string& path, DepfileReader reader) {
  std::string result;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (c == ' ' || c == '#' || c == '\t') {
      // Backslashes before a blank would themselves be read as escapes.
      for (std::size_t j = i; j > 0 && path[j - 1] == '\\'; --j) result += '\\';
      result += '\\';
    } else if (c == '$') {
      result += '$';
    } else if (c == ':' && reader == DepfileReader::k_make) {
      result += '\\';
    }
    result += c;
  }
  return result;
}

Result<std::string> make_rules(const Depfile& depfile, const Plan& plan, const JobResults& results) {
  std::vector<std::string> skipped;
  for (const std::string& folder : depfile.skipped_folders) skipped.push_back(real_path(folder));
  Dependencies dependencies(own_folders(depfile, plan.outputs), std::move(skipped));
  for (const SourceFile& source : plan.sources) add_sources(source, dependencies);
  for (const InputKind kind : {InputKind::k_file, InputKind::k_folder}) {
    for (const JobIndex job : plan.jobs.positions()) {
      if (!results[job].artifact) continue;
      add_inputs(plan, plan.jobs[job], *results[job].artifact, kind, depfile.without_system, dependencies);
    }
  }
  const auto from_build_folder = [&](const std::string& name) {
    for (const std::string& folder : depfile.skipped_folders) {
      if (depfile.reader != DepfileReader::k_make && name.starts_with(folder + "/"))
        return name.substr(folder.size() + 1);
    }
    return name;
  };
  CLC_TRY(check_name(from_build_folder(depfile.target), depfile.reader, true));
  for (const std::string& name : dependencies.names())
    CLC_TRY(check_name(from_build_folder(name), depfile.reader, false));
  return rules_text(depfile, dependencies);
}

std::vector<std::string> files_read(const Plan& plan, const std::vector<JobIndex>& jobs, const JobResults& results) {
  Dependencies dependencies({}, {});
  for (const JobIndex job : jobs) add_sources(plan.source_of(job), dependencies);
  for (const JobIndex job : jobs) {
    if (results[job].artifact)
      add_inputs(plan, plan.jobs[job], *results[job].artifact, InputKind::k_file, false, dependencies);
  }
  return dependencies.names();
}

Result<void> write_depfile(const Depfile& depfile, const Plan& plan, const JobResults& results) {
  const std::string rules = CLC_TRY(make_rules(depfile, plan, results));
  if (depfile.path == "-") return print(rules);
  const auto held = hold_for_output(depfile.path);
  return write_file_atomically(depfile.path, rules);
}

}  // namespace clc
