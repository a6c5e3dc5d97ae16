#include "plan/compile_options.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "base/environment_help.h"
#include "base/environment_variable.h"
#include "base/platform/files.h"
#include "base/platform/machine.h"
#include "base/text.h"
#include "base/try.h"
#include "support/command_line.h"

namespace clc {
namespace {

// The group of these options in helps.
constexpr const char* k_group = "Compiling";

// Moves -MD and its like out of the build options.
void move_depfile_options(CompileOptions& options) {
  std::vector<BuildOption> others;
  for (BuildOption& option : options.arguments.options) {
    if (option.row->effect != Effect::k_depfile) {
      others.push_back(std::move(option));
    } else if (option.is(Option::k_mf)) {
      options.depfile.path = option.value;
    } else if (option.is(Option::k_mt)) {
      options.depfile.target = option.value;
    } else if (option.is(Option::k_mp)) {
      options.depfile.has_empty_rules = true;
    } else {
      options.depfile.is_wanted = true;
      if (option.is(Option::k_m) || option.is(Option::k_mm)) options.depfile.is_all = true;
      if (option.is(Option::k_mm) || option.is(Option::k_mmd)) options.depfile.without_system = true;
    }
  }
  options.arguments.options = std::move(others);
}

Result<void> add_options_of(const char* variable, CompileArguments& into) {
  const Result<std::vector<std::string>> words = split_words(environment_variable(variable));
  if (!words) return fail(words.error().kind, std::string(variable) + " " + words.error().message);
  const SplitArguments split = CLC_TRY(split_build_options(*words, variable));
  into.options.insert(into.options.end(), split.options.begin(), split.options.end());
  into.left_out.insert(into.left_out.end(), split.left_out.begin(), split.left_out.end());
  return {};
}

// Refuses the name of a kernel after -k, which chooses kernels in commands that show them.
Result<void> check_keep_going(const CompileArguments& arguments, const std::vector<std::string>& files) {
  const auto is_name = [](const std::string& file) { return file != "-" && file.find_first_of("./*?") == file.npos; };
  const auto name = std::ranges::find_if(files, is_name);
  if (!arguments.keep_going || name == files.end() || platform::find(*name) == 0) return {};
  return fail(ErrorKind::k_io,
              "there is no file " + *name + "; -k means --keep-going here, and all kernels of a file are compiled");
}

Result<void> check_inputs(const CompileArguments& arguments) {
  const auto usage = [](const std::string& text) { return fail(ErrorKind::k_usage, text); };
  for (const std::string& target : arguments.targets) {
    platform::FileStatus status;
    if (platform::status_of(target, Links::k_follow, status) == 0 && status.kind == platform::FileKind::k_regular)
      return usage("-t " + target + ": this is a file; a target belongs here, such as spirv64 (-t takes one value)");
  }
  const std::vector<std::string> files = arguments.all_files();
  if (files.empty()) return usage("no FILE to compile");
  if (arguments.targets.empty()) return usage("no target given: add for instance -t spirv64 (`clc targets` lists all)");
  CLC_TRY(check_keep_going(arguments, files));
  if (std::ranges::count(files, "-") > 1) return usage("- (standard input) can be given only once");
  if (!arguments.name.empty() && !arguments.modules.empty())
    return usage("--name names the module of one FILE, and --module has a name of its own");
  if (!arguments.name.empty() && files.size() > 1)
    return usage("--name names the module of one FILE, and " + count(files.size(), "file") + " were given");
  if (!arguments.name.empty() && !is_module_name(arguments.name))
    return usage("--name " + arguments.name + ": cannot be the name of a module (" + k_module_names + ")");
  return {};
}

}  // namespace

std::string compile_footer(const std::string& examples) {
  return build_option_help() + "\n" + examples +
         environment_help({Reads::k_options, Reads::k_cache, Reads::k_helpers, Reads::k_tools});
}

void add_target_option(const CommandLine& line, std::vector<std::string>& targets, const char* help) {
  line.add("-t,--target TARGET", targets, help).one_value_each();
}

void add_source_options(const CommandLine& line, CompileArguments& arguments) {
  line.add("--module NAME=FILE,FILE…", arguments.module_texts,
           "link these files into one module of this name; repeat it for more modules")
      .one_value_each()
      .group(k_group);
  line.add("--name NAME", arguments.name, "the module's name instead of the file's stem; with one FILE only")
      .group(k_group);
  line.add("--ignore-option PATTERN", arguments.ignored_options,
           "of a recording: leave out build options that clc does not know and that match this pattern")
      .one_value_each()
      .group(k_group);
  line.add("--launch KERNEL=SIZE", arguments.launch_texts,
           "for driver:pocl: finish this kernel for work-groups of this size, such as 64x1x1")
      .one_value_each()
      .group(k_group);
  line.add_function<std::string>(
          "--finish WHICH",
          [&arguments](const std::string& which) {
            arguments.finish = static_cast<Finish>(std::ranges::find(k_finish_names, which) - k_finish_names.begin());
          },
          "for driver:pocl: kernels that are finished here, and not at their first launch: launched (default: those of "
          "--launch and recordings or, without any, those of a fixed work-group size), all, none")
      .one_of({k_finish_names.begin(), k_finish_names.end()})
      .group(k_group);
  line.flag("--confine{.} FOLDER", arguments.confined_to,
            "sources see only the working folder, or FOLDER, and the include folders")
      .group(k_group);
}

void add_job_options(const CommandLine& line, CompileArguments& arguments) {
  arguments.processes = platform::processors();
  line.add("-j,--jobs N", arguments.processes, "processes at a time (default: all cores)")
      .range(1U, 4096U)
      .group(k_group);
  line.add("--timeout SECONDS", arguments.limits.time_s,
           "limit per job in seconds (default: by the size of the job, at least 120)")
      .range(1U, 86400U)
      .group(k_group);
  line.add_function<std::uint32_t>(
          "--memory-limit MIB",
          [&arguments](std::uint32_t mib) { arguments.limits.memory_bytes = std::uint64_t{mib} << 20U; },
          "limit per job in MiB (default: 4096)")
      .range(256U, 1U << 30U)
      .group(k_group);
  line.flag("-v,--verbose", arguments.verbose, "show what is run and how it ended");
}

void add_tool_option(const CommandLine& line, std::vector<std::string>& tools) {
  line.add("--tool NAME=PATH", tools, k_tool_option_help).one_value_each();
}

Result<bool> parse_compile_line(const CommandLine& line, const std::vector<std::string>& words,
                                CompileOptions& options) {
  SplitArguments split = CLC_TRY(split_arguments(words, line.options()));
  options.arguments.options = std::move(split.options);
  options.arguments.left_out = std::move(split.left_out);
  move_depfile_options(options);
  options.other_words = split.rest;
  return line.parse(split.rest);
}

Result<void> add_environment(CompileArguments& arguments) {
  if (arguments.options.empty()) CLC_TRY(add_options_of("CLC_OPTIONS", arguments));
  CLC_TRY(add_options_of("CLC_OPTIONS_APPEND", arguments));
  const std::string epoch = environment_variable("SOURCE_DATE_EPOCH");
  if (epoch.empty()) return {};
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(epoch.data(), epoch.data() + epoch.size(), seconds);
  constexpr std::int64_t k_last = 253402300799;  // the end of the year 9999, which __DATE__ can still show
  if (error != std::errc() || end != epoch.data() + epoch.size() || seconds < 0 || seconds > k_last)
    return fail(ErrorKind::k_usage, "SOURCE_DATE_EPOCH=" + epoch + ": must be seconds since 1970, 0 to 253402300799");
  arguments.source_date_epoch = seconds;
  return {};
}

Result<CompileArguments> compile_arguments_with_depfile(const CompileOptions& options) {
  CompileArguments arguments = options.arguments;
  arguments.tools = CLC_TRY(parse_tool_paths(options.tools));
  for (const std::string& text : arguments.module_texts) CLC_TRY(add_module(text, arguments.modules));
  for (const std::string& text : arguments.launch_texts) arguments.launches.push_back(CLC_TRY(parse_group_size(text)));
  CLC_TRY(check_inputs(arguments));
  CLC_TRY(add_environment(arguments));
  return arguments;
}

Result<CompileArguments> compile_arguments(const CompileOptions& options) {
  const DepfileOptions& depfile = options.depfile;
  if (depfile.is_wanted || depfile.has_empty_rules || !depfile.path.empty() || !depfile.target.empty())
    return fail(ErrorKind::k_usage, "-M, -MD and their like are for clc compile, which writes a package");
  return compile_arguments_with_depfile(options);
}

std::string option_for_sources(const CommandLine& line, const CompileOptions& options) {
  if (!options.arguments.options.empty()) return options.arguments.options.front().text();
  if (options.depfile.is_wanted) return "-MD";
  return line.given_of_group(k_group);
}

}  // namespace clc
