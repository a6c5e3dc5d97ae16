#include "commands/package_or_sources.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/platform/paths.h"
#include "base/text.h"
#include "base/try.h"
#include "insight/disasm/disasm_source.h"
#include "insight/report/occupancy.h"
#include "recording/recording.h"
#include "support/command_line.h"
#include "support/work_size.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

// The path of a file that debug information names so, relative where it is below the working folder; the name itself
// where there is no such file.
std::string path_of(const std::string& file, const SourceFolders& folders) {
  std::error_code ignored;
  for (const fs::path path : possible_paths(folders, file)) {
    if (!file.empty() && fs::exists(path, ignored)) return path_from_here(path.lexically_normal().string());
  }
  return file;
}

// Says of a group that is too large for the analysis what the chip allows.
void name_limit_of_group(const std::string& target, KernelFacts& kernel) {
  if (kernel.incomplete.empty()) return;
  const Result<Occupancy> found = occupancy(target, {}, {kernel.group[0] * kernel.group[1] * kernel.group[2]});
  if (found && !found->impossible.empty()) kernel.incomplete = found->impossible;
}

// "no kernel k; did you mean k1?", or all names where none is near.
std::string no_kernel_text(const std::vector<std::string>& kernels, const std::vector<std::string>& names) {
  const std::string near = suggestion(kernels.front(), names);
  return "no kernel " + join(kernels, ", ") + (near.empty() ? "; there are " + join(names, ", ") : near);
}

// Says why nothing was analysed: there are no kernels, or no target names a chip.
std::string not_analyzed_text(const Manifest& manifest) {
  std::set<std::string> targets;
  bool has_kernels = false;
  for (const Module& module : manifest.modules) {
    for (const Interface& interface : module.interfaces) has_kernels = has_kernels || !interface.kernels.empty();
    for (const Variant& variant : module.variants) targets.insert(variant.target);
  }
  if (!has_kernels) return "no kernels are in it";
  return join({targets.begin(), targets.end()}, ", ") + (targets.size() == 1 ? " names" : " name") +
         " no chip; use nvptx:, cuda:, cubin:, amdgcn: or r600:";
}

bool may_be_read(const std::string& package) {
  std::error_code ignored;
  return package == "-" || fs::exists(fs::symlink_status(platform::to_path(package), ignored));
}

// "; sizes are written 2048x1024" for a number that stands behind another one; otherwise empty.
std::string as_size(const std::string& number, const std::vector<std::string>& words) {
  const auto is_number = [](const std::string& word) { return parse_work_size(word, UINT64_MAX).has_value(); };
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string first = words[i - 1].substr(words[i - 1].find('=') + 1);
    if (words[i] == number && is_number(number) && is_number(first))
      return "; sizes are written " + first + "x" + number;
  }
  return "";
}

}  // namespace

void add_package_or_sources_options(const CommandLine& line, CompileOptions& options) {
  add_target_option(line, options.arguments.targets,
                    "of a package: only such targets or families, where * and ? match as in a shell; of sources: what "
                    "to compile for; repeat it for each");
  add_tool_option(line, options.tools);
  options.arguments.finish = Finish::k_all;  // for people to read
  add_source_options(line, options.arguments);
  add_job_options(line, options.arguments);
  add_quiet_option(line, options.arguments.quiet);
}

bool is_source(const std::string& path) {
  const auto ends_in = [&](std::string_view end) { return path.size() > end.size() && path.ends_with(end); };
  std::error_code ignored;
  return fs::is_directory(platform::to_path(path), ignored) ? is_recording(path) : ends_in(".cl") || ends_in(".clcpp");
}

void name_both(const std::string& before, const std::string& after, CompileArguments& arguments) {
  if (arguments.name.empty() && !is_recording(before) && !is_recording(after)) arguments.name = stem(after);
}

Result<CommandInput> parse_input_line(const CommandLine& line, const std::vector<std::string>& words,
                                      CompileOptions& options) {
  if (!CLC_TRY(parse_compile_line(line, words, options))) return CommandInput::k_none;
  const std::vector<std::string>& files = options.arguments.files;
  CLC_TRY(refuse(
      {{files.empty() && options.arguments.module_texts.empty(), "give a PACKAGE, or a FILE or --module to compile"}}));
  const auto package = std::ranges::find_if_not(files, is_source);
  if (package == files.end()) return CommandInput::k_sources;
  const auto source = std::ranges::find_if(files, is_source);
  if (source != files.end()) {
    CLC_TRY(refuse({{!may_be_read(*package), *package + ": no such file" + as_size(*package, words)}}));
    return fail(ErrorKind::k_usage,
                *package + " is a package, and " + *source + " is a source: they cannot be looked at together");
  }
  const std::string option = option_for_sources(line, options);
  CLC_TRY(refuse({{!option.empty(), option + " says how sources are compiled, and " + *package + " is a package"}}));
  return CommandInput::k_package;
}

std::string names_of_sources(const CompileArguments& arguments) {
  const std::vector<std::string> files = arguments.all_files();
  return files.front() + (files.size() > 1 ? " and " + count(files.size() - 1, "other file") : "");
}

Result<std::vector<AnalyzedKernel>> analyzed_kernels(const CompiledSources& compiled, const Selection& selection) {
  std::vector<AnalyzedKernel> kernels;
  std::set<std::string> names;
  for (const CompiledSection& section : compiled.sections) {
    if (!analysis_request(section.name)) continue;
    for (KernelFacts& kernel : CLC_TRY(decode_analysis(section.bytes))) {
      names.insert(kernel.kernel);
      name_limit_of_group(section.target, kernel);
      kernels.push_back({section.module, section.target, std::move(kernel)});
    }
  }
  kernels = select_analyzed(std::move(kernels), selection);
  if (!kernels.empty()) return kernels;
  return fail(ErrorKind::k_usage, names.empty() ? not_analyzed_text(compiled.built.package->manifest())
                                                : no_kernel_text(selection.kernels, {names.begin(), names.end()}));
}

void warn_of_work_groups(const std::vector<AnalyzedKernel>& kernels, const std::vector<WorkSize>& asked, Sink& sink) {
  std::set<std::string> said;
  for (const AnalyzedKernel& kernel : kernels) {
    if (asked.empty() || std::ranges::equal(kernel.facts.group, asked.front())) continue;
    if (!said.insert(kernel.facts.kernel).second) continue;
    sink.message(Severity::k_warning, "kernel " + kernel.facts.kernel + " requires work-groups of " +
                                          shape_text(kernel.facts.group) + ", so --work-group " +
                                          shape_text(asked.front()) + " is not for it");
  }
}

std::string path_from_here(const std::string& path) {
  if (path.empty() || path.front() != '/') return path;
  const std::string here = fs::path(path).lexically_proximate(fs::current_path()).string();
  return here.starts_with("..") ? path : here;
}

void name_files(const CompiledSources& compiled, std::vector<AnalyzedKernel>& kernels) {
  for (AnalyzedKernel& kernel : kernels) {
    const auto folders = compiled.source_folders.find(kernel.module);
    if (folders == compiled.source_folders.end()) continue;
    const auto name = [&](CodePlace& place) { place.file = path_of(place.file, folders->second); };
    for (AccessFacts& access : kernel.facts.accesses) name(access.place);
    for (BranchFacts& branch : kernel.facts.branches) name(branch.place);
    for (BarrierFault& fault : kernel.facts.barriers) {
      name(fault.place);
      name(fault.branch);
    }
  }
}

}  // namespace clc
