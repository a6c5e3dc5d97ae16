#include "output/job_list.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "base/json_writer.h"
#include "base/text.h"
#include "clc/internal/coverage.h"
#include "clc/package/package.h"
#include "output/depfile.h"
#include "protocol/profile_section.h"
#include "protocol/sanitize_section.h"
#include "protocol/source_roots.h"
#include "recording/recording.h"
#include "toolchain/helpers.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t k_version = 1;

using Words = std::vector<std::string>;

// The work of one command: a file or a module of the call, for one target.
struct ListedJob {
  std::string name;
  std::vector<std::string> modules;
  std::string target;
  std::vector<std::string> inputs;
  std::string output;
  Words command;
  double seconds = 0;  // NaN, null in JSON: unknown
};

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// Characters that need no quoting in shells, make and ninja.
std::string plain(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                          c == '_' || c == '-' || c == '+';
    result += is_plain ? c : '_';
  }
  constexpr std::size_t k_longest = 100;
  return result.substr(0, k_longest);
}

// A file's name as --module reads it.
std::string escaped(const std::string& file) {
  std::string result;
  for (const char c : file) {
    if (c == ',' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string program() {
  const std::string path = own_path();
  return path.empty() ? "clc" : path;
}

// All files of a recording or package in a folder.
void add_files_of(const std::string& folder, std::vector<std::string>& inputs) {
  std::error_code error;
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) files.push_back(normal_path(entry.path().string()));
  }
  std::ranges::sort(files);
  for (std::string& file : files) {
    if (std::ranges::find(inputs, file) == inputs.end()) inputs.push_back(std::move(file));
  }
}

class JobLister {
 public:
  JobLister(const CompileOptions& options, const CompileArguments& arguments, const Plan& plan, const JobResults& read,
            const JobCosts& costs)
      : options_(options), arguments_(arguments), plan_(plan), read_(read), costs_(costs) {}

  std::vector<ListedJob> list() {
    std::vector<ListedJob> listed;
    for (const auto& jobs : jobs_by_command()) listed.push_back(listed_job(jobs));
    if (listed.size() == 1) {
      listed[0].output = plan_.outputs.package;
      append(listed[0].command, {"-o", plan_.outputs.package});
      append(listed[0].command, options_of_package());
      return listed;
    }
    for (ListedJob& job : listed) {
      job.output = join_path(folder_of_parts(), job.name + ".clcpack");
      append(job.command, {"-o", job.output});
    }
    return listed;
  }

  // Makes the package of the jobs' outputs; empty where the only job makes it.
  Words link(const std::vector<ListedJob>& jobs) const {
    if (jobs.size() == 1) return {};
    Words words = {program(), "link", "-q"};
    for (const ListedJob& job : jobs) words.push_back(job.output);
    append(words, {"-o", plan_.outputs.package});
    append(words, options_of_package());
    return words;
  }

 private:
  // The jobs of each command. A recording, and a file with its configurations, are several.
  std::vector<std::vector<JobIndex>> jobs_by_command() const {
    std::vector<std::vector<JobIndex>> commands;
    for (const TargetIndex target : plan_.targets.positions()) {
      std::size_t last = 0;
      for (const JobIndex job : plan_.jobs.positions()) {
        if (!(plan_.jobs[job].target == target)) continue;
        const std::size_t argument = plan_.source_of(job).argument;
        if (commands.empty() || argument != last || !(plan_.jobs[commands.back().front()].target == target))
          commands.emplace_back();
        commands.back().push_back(job);
        last = argument;
      }
    }
    return commands;
  }

  ListedJob listed_job(const std::vector<JobIndex>& jobs) {
    const JobIndex first = jobs.front();
    ListedJob listed;
    listed.target = plan_.target_of(first).name;
    for (const JobIndex job : jobs) {
      listed.modules.push_back(plan_.source_of(job).module);
      listed.seconds += costs_[job] ? std::chrono::duration<double>(*costs_[job]).count() : std::nan("");
    }
    listed.inputs = files_read(plan_, jobs, read_);
    const std::size_t argument = plan_.source_of(first).argument;
    const bool is_recorded = argument < arguments_.files.size() && is_recording(arguments_.files[argument]);
    if (is_recorded) add_files_of(arguments_.files[argument], listed.inputs);
    for (const SourceFile* source : plan_.source_of(first).all()) {
      if (source->library && !is_file_form(source->spelled)) add_files_of(source->spelled, listed.inputs);
    }
    listed.name = unused(plain(is_recorded ? stem(arguments_.files[argument]) : listed.modules.front()) + "-" +
                         plain(listed.target));
    listed.command = {program(), "compile"};
    append(listed.command, sources_of(argument));
    append(listed.command, {"-t", listed.target, "-q", "-j", "1"});
    append(listed.command, build_options_for(plan_.target_of(first).target));
    append(listed.command, other_options());
    return listed;
  }

  std::string unused(const std::string& name) {
    std::string free = name;
    for (int number = 2; !names_.insert(free).second; ++number) free = name + "-" + std::to_string(number);
    return free;
  }

  Words sources_of(std::size_t argument) const {
    if (argument < arguments_.files.size()) {
      Words words = {arguments_.files[argument]};
      if (!arguments_.name.empty()) append(words, {"--name", arguments_.name});
      if (arguments_.is_tuned) words.emplace_back("--tune");
      return words;
    }
    Words words;
    const ModuleArgument& module = arguments_.modules[argument - arguments_.files.size()];
    for (const std::string& file : module.files) append(words, {"--module", module.name + "=" + escaped(file)});
    return words;
  }

  Words build_options_for(const Target& target) const {
    Words words;
    for (const BuildOption& option : arguments_.options) {
      if (option.applies_to(target)) words.push_back(option.text());
    }
    return words;
  }

  Words other_options() const {
    Words words;
    for (const std::string& pattern : arguments_.ignored_options) append(words, {"--ignore-option", pattern});
    if (arguments_.is_confined()) words.push_back("--confine=" + arguments_.confined_to);
    for (const std::string& launch : arguments_.launch_texts) append(words, {"--launch", launch});
    if (arguments_.finish != Finish::k_launched)
      append(words, {"--finish", k_finish_names[static_cast<std::size_t>(arguments_.finish)]});
    for (const std::string& tool : options_.tools) append(words, {"--tool", tool});
    const auto& sections = arguments_.sections;
    if (std::ranges::find(sections, k_profile_section) != sections.end()) words.emplace_back("--profile");
    if (std::ranges::find(sections, k_coverage_section) != sections.end()) words.emplace_back("--coverage");
    for (const std::string& section : sections) {
      if (!checks_of(section).empty()) words.push_back("--sanitize=" + section.substr(section.find(' ') + 1));
    }
    const Limits usual;
    const Limits& limits = arguments_.limits;
    if (limits.time_s != usual.time_s) append(words, {"--timeout", std::to_string(limits.time_s)});
    if (limits.memory_bytes != usual.memory_bytes)
      append(words, {"--memory-limit", std::to_string(limits.memory_bytes >> 20U)});
    return words;
  }

  Words options_of_package() const {
    Words words;
    const Outputs& outputs = plan_.outputs;
    if (outputs.unchanged == Unchanged::k_keep) words.emplace_back("--keep-unchanged");
    if (outputs.flush == Flush::k_to_disk) words.emplace_back("--sync");
    if (outputs.compression != 0) words.push_back("--compress=" + std::to_string(outputs.compression));
    return words;
  }

  std::string folder_of_parts() const {
    std::string package = plan_.outputs.package;
    while (package.size() > 1 && package.back() == '/') package.pop_back();
    return package + ".parts";
  }

  const CompileOptions& options_;
  const CompileArguments& arguments_;
  const Plan& plan_;
  const JobResults& read_;
  const JobCosts& costs_;
  std::set<std::string> names_;
};

void write_job(const ListedJob& job, JsonWriter& json) {
  json.begin_object().put("name", job.name).key("modules").values(job.modules).put("target", job.target);
  json.key("inputs").values(job.inputs).put("output", job.output).key("command").values(job.command);
  json.put("seconds", job.seconds).end_object();
}

void write_tools(const Plan& plan, JsonWriter& json) {
  std::set<std::string> tools = {program(), plan.worker_program};
  if (!plan.driver_program.empty()) tools.insert(plan.driver_program);
  for (const PlannedTarget& target : plan.targets) {
    if (target.assembler != nullptr) tools.insert(target.assembler->path);
  }
  json.key("tools").values({tools.begin(), tools.end()});
}

}  // namespace

Result<void> check_can_be_listed(const CompileOptions& options) {
  const CompileArguments& arguments = options.arguments;
  const auto usage = [](const std::string& text) { return fail(ErrorKind::k_usage, "--plan: " + text); };
  if (options.depfile.is_wanted) return usage("each job lists what it reads; leave out -MD or -M");
  if (arguments.keep_going) return usage("whoever runs the jobs decides whether to continue; leave out --keep-going");
  if (!arguments.outputs.add_on_of.empty()) return usage("--add-on-of is for clc compile without --plan");
  if (!arguments.outputs.dumps.folder.empty()) return usage("--dump-dir is for clc compile without --plan");
  if (arguments.outputs.package == "-") return usage("jobs write files; name the package with -o");
  return {};
}

Result<std::string> list_jobs(const CompileOptions& options, const CompileArguments& arguments, const Plan& plan,
                              const JobResults& read, const JobCosts& costs) {
  const auto once = [](const SourceFile& source) {
    const std::vector<const SourceFile*> all = source.all();
    return std::ranges::any_of(all, [](const SourceFile* one) {
      return one->is_given && (!one->is_il || one->spelled == "-");  // a file of SPIR-V is read by clc itself
    });
  };
  if (!plan.given_includes.empty() || std::ranges::any_of(plan.sources, once))
    return fail(ErrorKind::k_usage, "--plan: jobs read their sources again; standard input and pipes are gone by then");
  JobLister lister(options, arguments, plan, read, costs);
  const std::vector<ListedJob> jobs = lister.list();
  JsonWriter json(2);
  json.begin_object().put("format", "clc plan", "version", k_version, "made_by", "clc " CLC_VERSION);
  json.put("folder", plan.working_folder);
  // The options of these variables are in the commands.
  json.key("environment").begin_object().put("CLC_OPTIONS", "", "CLC_OPTIONS_APPEND", "");
  json.put("SOURCE_DATE_EPOCH", std::to_string(plan.source_date_epoch)).end_object();
  write_tools(plan, json);
  json.key("jobs").begin_array();
  for (const ListedJob& job : jobs) write_job(job, json);
  json.end_array().key("link").values(lister.link(jobs)).put("output", plan.outputs.package);
  return json.end_object().text() + "\n";
}

}  // namespace clc
