#include "plan/plan.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "base/file_descriptor.h"
#include "base/file_io.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/digest.h"
#include "clc/internal/coverage.h"
#include "clc/package/binary_format.h"
#include "identity/assembler_identity.h"
#include "identity/driver_identity.h"
#include "plan/confinement.h"
#include "plan/sources/libraries.h"
#include "plan/sources/recorded_sources.h"
#include "plan/sources/tuned_sources.h"
#include "protocol/profile_section.h"
#include "protocol/sanitize_section.h"
#include "protocol/source_roots.h"
#include "recording/recording.h"
#include "support/dump_bits.h"
#include "support/package_name.h"
#include "support/source_file.h"
#include "toolchain/ask_driver.h"
#include "toolchain/availability.h"
#include "toolchain/helpers.h"

namespace clc {
namespace {

// True for an ordinary file outside of /dev and /proc, where a name can mean a file of this process alone, such as
// /dev/stdin.
bool can_be_read_again(const std::string& path) {
  const std::string absolute = normal_path(std::filesystem::absolute(path).string());
  return std::filesystem::is_regular_file(path) && !absolute.starts_with("/dev/") && !absolute.starts_with("/proc/");
}

// The source, and the other files, whose texts the caller has.
SourceFile given_source(const std::string& spelled, const std::vector<GivenFile>& given) {
  SourceFile source;
  source.spelled = spelled;
  source.module = stem(spelled);
  source.path = std::filesystem::absolute(spelled).string();
  for (const GivenFile& file : given) {
    if (file.path != normal_path(source.path)) {
      source.headers.push_back(file);
      continue;
    }
    source.is_given = true;
    source.text = file.text;
    source.sha256 = sha256_hex(file.text);
  }
  return source;
}

Result<SourceFile> read_source(const std::string& spelled, const std::vector<GivenFile>& given) {
  if (SourceFile source = given_source(spelled, given); source.is_given) return source;
  SourceFile source;
  source.spelled = spelled;
  std::error_code ignored;
  if (is_package(spelled)) {
    return fail(ErrorKind::k_usage,
                spelled + " is a package; one of libraries goes into --module NAME=FILE," + spelled);
  }
  if (std::filesystem::is_directory(spelled, ignored))
    return fail(ErrorKind::k_io, spelled + " is a folder; name the .cl files in it");
  const bool is_stdin = spelled == "-";
  Bytes bytes = CLC_TRY(is_stdin ? read_source_bytes(STDIN_FILENO, "standard input") : read_source_file(spelled));
  source.module = is_stdin ? "stdin" : stem(spelled);
  if (!is_stdin) source.path = std::filesystem::absolute(spelled).string();
  source.sha256 = sha256_hex(bytes);
  source.is_il = recognize(bytes) == BinaryFormat::k_spirv;
  source.is_given = is_stdin || source.is_il || !can_be_read_again(spelled);
  if (source.is_given) source.text = std::move(bytes);
  return source;
}

// The files of -include that can be read only once.
Result<std::vector<GivenFile>> read_given_includes(const std::vector<BuildOption>& options) {
  std::vector<GivenFile> files;
  for (const BuildOption& option : options) {
    if (!option.is(Option::k_include) || option.value.empty()) continue;
    const std::string path = normal_path(std::filesystem::absolute(option.value).string());
    std::error_code ignored;
    const bool is_there = std::filesystem::exists(path, ignored) && !std::filesystem::is_directory(path, ignored);
    if (!is_there || can_be_read_again(path)) continue;
    Bytes text = CLC_TRY(in_context("-include", read_source_file(path)));
    files.push_back({path, std::move(text)});
  }
  return files;
}

// True for errors that concern the identity alone, so that the driver or tool can be used all the same.
bool can_do_without(const Error& error) {
  return error.kind == ErrorKind::k_io || error.kind == ErrorKind::k_damaged;
}

Result<KnownDriver> known_driver(Memos& memos, const std::string& program, const Target& target) {
  Result<KnownDriver> known = identify_driver(memos, program, target);
  if (known || !can_do_without(known.error())) return known;
  DriverIdentity driver = CLC_TRY(ask_driver(program, target));
  return KnownDriver{std::move(driver), {}};
}

Result<KnownAssembler> known_assembler(Memos& memos, Family family, const ToolPaths& paths) {
  Result<KnownAssembler> known = identify_assembler(memos, family, paths);
  if (known || !can_do_without(known.error())) return known;
  Assembler assembler = CLC_TRY(find_assembler(family, paths));
  return KnownAssembler{std::move(assembler), {}};
}

Result<void> find_driver(Plan& plan, PlannedTarget& target, Memos& memos) {
  if (plan.driver_program.empty()) plan.driver_program = CLC_TRY(find_helper("clc-driver"));
  KnownDriver known = CLC_TRY(known_driver(memos, plan.driver_program, target.target));
  target.driver = std::move(known.driver);
  target.identity = std::move(known.identity);
  return {};
}

// Each is asked once, however many of its architectures are wanted.
using Assemblers = std::map<Family, std::shared_ptr<const KnownAssembler>>;

Result<void> find_assembler_of(PlannedTarget& target, const ToolPaths& paths, Memos& memos, Assemblers& all) {
  std::shared_ptr<const KnownAssembler>& known = all[target.target.family];
  if (!known) {
    KnownAssembler found = CLC_TRY(in_context(target.name, known_assembler(memos, target.target.family, paths)));
    known = std::make_shared<const KnownAssembler>(std::move(found));
  }
  std::string arch = CLC_TRY(spelled_arch(known->assembler, target.target));
  target.assembler = std::shared_ptr<const Assembler>(known, &known->assembler);
  target.identity = known->identity;
  target.assembler_arch = std::move(arch);
  target.chip = CLC_TRY(in_context(target.name, identify_chip(memos, *known, target.target, target.assembler_arch)));
  return {};
}

Result<void> find_tools(Plan& plan, Memos& memos) {
  plan.worker_program = CLC_TRY(find_helper("clc-worker"));
  Assemblers assemblers;
  for (PlannedTarget& target : plan.targets) {
    Result<void> found;
    if (target.target.family == Family::k_driver) found = find_driver(plan, target, memos);
    if (has_assembler(target.target.family)) found = find_assembler_of(target, plan.tools, memos, assemblers);
    if (!found) return found;
  }
  return {};
}

void warn_of_unused_patterns(const std::vector<BuildOption>& options, const Plan& plan, Sink& sink) {
  for (const BuildOption& option : options) {
    const bool used = std::ranges::any_of(
        plan.targets, [&](const PlannedTarget& target) { return option.applies_to(target.target); });
    if (!used)
      sink.message(Severity::k_warning, "-Xtarget " + option.pattern + " " + option.text() + ": no target matches");
  }
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return a == b || (a != "-" && b != "-" && std::filesystem::equivalent(a, b, ignored));
}

Result<void> check_modules(const CompileArguments& arguments, std::map<std::string, std::string>& first) {
  for (const ModuleArgument& module : arguments.modules) {
    const std::string option = "--module " + module.name;
    if (arguments.is_tuned)
      return fail(ErrorKind::k_usage, option + ": --tune is for files, beside which FILE.tune.json lies");
    if (!first.emplace(module.name, option).second)
      return fail(ErrorKind::k_usage, option + ": " + first[module.name] + " would be a module of this name, too");
    for (std::size_t i = 0; i < module.files.size(); ++i) {
      const std::string& file = module.files[i];
      if (is_recording(file)) return fail(ErrorKind::k_usage, option + ": " + file + " is a recording, not a source");
      const auto same = [&](const std::string& other) { return is_same_file(other, file); };
      const auto end = module.files.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::any_of(module.files.begin(), end, same))
        return fail(ErrorKind::k_usage, option + ": " + file + " is given twice");
    }
  }
  return {};
}

bool is_header(const std::string& file) {
  const std::string extension = file.substr(std::min(file.rfind('.'), file.size()));
  return is_any_of(extension, {".h", ".hh", ".hpp", ".hxx", ".clh", ".inc", ".inl"});
}

// A header among the sources is a mistake of whoever wrote *, unless -x says what it is.
Result<void> refuse_headers(const CompileArguments& arguments) {
  const bool names_language = has_option(arguments.options, Option::k_language);
  for (const std::string& file : arguments.files) {
    if (!is_header(file) || names_language) continue;
    return fail(ErrorKind::k_usage,
                file + " is a header: leave it out, sources include it; -x cl compiles it as a source");
  }
  return {};
}

Result<void> check_module_names(const CompileArguments& arguments) {
  CLC_TRY(refuse_headers(arguments));
  std::map<std::string, std::string> first;  // file by module name
  for (const std::string& file : arguments.files) {
    if (is_recording(file)) {
      if (arguments.name.empty()) continue;
      return fail(ErrorKind::k_usage, "--name: the programs of the recording " + file + " have names of their own");
    }
    const std::string module = file == "-" ? "stdin" : stem(file);
    if (arguments.name.empty() && !is_module_name(module)) {
      return fail(ErrorKind::k_usage, file + ": '" + module + "' cannot be the name of a module (" + k_module_names +
                                          "); rename the file, or give the module another name with --name");
    }
    const auto [at, is_new] = first.emplace(module, file);
    if (!is_new && is_same_file(at->second, file)) {
      const std::string other = at->second == file ? "" : ", also as " + at->second;
      return fail(ErrorKind::k_usage, file + " is given twice" + other);
    }
    if (!is_new) {
      return fail(ErrorKind::k_usage, at->second + " and " + file + " would both be module '" + module +
                                          "'; rename one, or compile one with --name and `clc link` the packages");
    }
  }
  return check_modules(arguments, first);
}

bool takes_il(const PlannedTarget& target) {
  return target.driver || family_info(target.compiled().family).form == BinaryForm::k_il;
}

// An assembler's own front end reads one source, and makes no libraries.
Result<void> check_from_source(const Plan& plan, const std::vector<BuildOption>& options) {
  for (const PlannedTarget& target : plan.targets) {
    if (!is_from_source(target.target)) continue;
    const std::string remedy = "; leave ',from=source' out";
    if (makes_library(options))
      return fail(ErrorKind::k_usage, target.name + " makes no library (" + k_library_flag + ")" + remedy);
    for (const SourceFile& source : plan.sources) {
      if (!source.is_linked()) continue;
      return fail(ErrorKind::k_usage,
                  target.name + " takes one source, and module " + source.module + " is linked from several" + remedy);
    }
  }
  return {};
}

// The language of a tool that told which macros it defines.
DriverDialect dialect_of(const std::vector<std::string>& macros) {
  DriverDialect dialect;
  dialect.opencl_c_version = "1.2";  // without -cl-std
  for (const std::string& macro : macros) {
    if (macro.starts_with("cl_")) {
      dialect.extensions.push_back(macro);
    } else if (macro.starts_with("__opencl_c_")) {
      dialect.features.push_back(macro);
    } else {
      dialect.macros.push_back(macro.find('=') == std::string::npos ? macro + "=1" : macro);
    }
  }
  return dialect;
}

// Programs that came as SPIR-V are not compiled for targets that cannot take it.
Result<void> check_il_targets(const Plan& plan, Sink& sink) {
  const std::string why = " came as SPIR-V, which is compiled for spirv64, spirv32, intel and driver targets only";
  std::vector<std::string> left_out;
  for (const PlannedTarget& target : plan.targets) {
    if (!takes_il(target)) left_out.push_back(target.name);
  }
  for (const SourceFile& source : plan.sources) {
    if (!source.is_il || left_out.empty()) continue;
    if (left_out.size() == plan.targets.size()) return fail(ErrorKind::k_usage, source.spelled + why);
    sink.message(Severity::k_note, source.spelled + why + ": not compiled for " + join(left_out, ", "));
  }
  return {};
}

// Kernels that record what they do name their places in the source, and run through a driver that takes IL.
Result<void> check_profile(const Plan& plan, const std::vector<BuildOption>& options) {
  if (!plan.wants(k_profile_section)) return {};
  for (const PlannedTarget& target : plan.targets) {
    if (target.target.family == Family::k_spirv64) continue;
    return fail(ErrorKind::k_usage, "--profile makes kernels for spirv64, not for " + target.name +
                                        "; clrun profile takes the chip to count for, as --chip");
  }
  if (is_stripped(options)) return fail(ErrorKind::k_usage, "--profile and --strip contradict each other");
  if (is_bare_output(plan.outputs.package)) {
    return fail(ErrorKind::k_usage,
                "--profile needs a package, which says what the kernels record: -o FOLDER, or a "
                "file that ends in .clcpack");
  }
  return {};
}

// Clang counts, so its own code does, and the package says what the counters mean.
Result<void> check_coverage(const Plan& plan, const std::vector<BuildOption>& options) {
  if (!plan.wants(k_coverage_section)) return {};
  const auto usage = [](const std::string& text) { return fail(ErrorKind::k_usage, text); };
  for (const PlannedTarget& target : plan.targets) {
    const Family family = target.target.family;
    if (target.driver || family == Family::k_r600)
      return usage("--coverage makes kernels for SPIR-V, NVIDIA and AMD's GPUs, not for " + target.name);
  }
  for (const SourceFile& source : plan.sources) {
    if (source.is_il) return usage("--coverage needs source, and " + source.spelled + " is SPIR-V");
  }
  if (plan.wants(k_profile_section)) return usage("--coverage and --profile contradict each other");
  if (is_stripped(options)) return usage("--coverage and --strip contradict each other");
  if (is_bare_output(plan.outputs.package)) {
    return usage(
        "--coverage needs a package, which says what the kernels count: -o FOLDER, or a file that ends in .clcpack");
  }
  return {};
}

// Checks are put into code that clc compiles itself, and name places in the source.
Result<void> check_sanitize(const Plan& plan, const std::vector<BuildOption>& options) {
  const auto is_sanitize = [](const std::string& section) { return !checks_of(section).empty(); };
  if (std::ranges::none_of(plan.sections, is_sanitize)) return {};
  const auto refuse = [](const std::string& why) { return fail(ErrorKind::k_usage, "--sanitize " + why); };
  if (plan.wants(k_profile_section)) return refuse("and --profile contradict each other");
  if (plan.wants(k_coverage_section)) return refuse("and --coverage contradict each other");
  if (is_stripped(options)) return refuse("and --strip contradict each other");
  for (const PlannedTarget& target : plan.targets) {
    const Family family = target.target.family;
    if (family == Family::k_r600) return refuse("has no checks for " + target.name);
    if (target.driver)
      return refuse("cannot put checks into what a driver compiles from source, as for " + target.name +
                    ": a driver that takes SPIR-V runs spirv64");
  }
  const auto il = std::ranges::find_if(plan.sources, [](const SourceFile& source) { return source.is_il; });
  if (il != plan.sources.end()) return refuse("needs source, and " + il->spelled + " came as SPIR-V");
  if (is_bare_output(plan.outputs.package))
    return refuse("needs a package, which says what the kernels check: -o FOLDER, or a file that ends in .clcpack");
  return {};
}

std::string spelled_folder(const SourceFile& source) {
  return source.spelled == "-" ? "" : folder_of(source.spelled);
}

// The folders of SourceRoots as the user spelled them.
std::vector<std::string> spelled_roots(const SourceFile& source, const Job& job) {
  std::vector<std::string> folders = {spelled_folder(source)};
  const auto add = [&](const std::vector<BuildOption>& options) {
    for (std::string& folder : include_folders(options)) folders.push_back(std::move(folder));
  };
  add(job.options);
  for (const SourceFile* one : source.all()) {
    add(one->own_options);
    if (one != &source) folders.push_back(spelled_folder(*one));
  }
  return folders;
}

// The folder as the user spelled it; "" for the working folder, and for names that need none.
std::string folder_of_root(const RootedPath& path, const Plan& plan, const Job& job) {
  const SourceFile& source = plan.source_of(job);
  if (path.root == RootedPath::k_absolute) return "";
  if (path.root == RootedPath::k_working_folder) return source.spelled.starts_with('/') ? plan.working_folder : "";
  const std::vector<std::string> folders = spelled_roots(source, job);
  const auto index = static_cast<std::size_t>(path.root);
  return index < folders.size() ? folders[index] : "";
}

// Libraries hold what the worker makes: the final step is for what they are linked into.
IndexedVector<TargetIndex, PlannedTarget> targets_of_worker(const IndexedVector<TargetIndex, PlannedTarget>& all) {
  IndexedVector<TargetIndex, PlannedTarget> targets;
  for (const PlannedTarget& one : all) {
    const Target& target = one.compiled();
    const bool is_known =
        std::ranges::any_of(targets, [&](const PlannedTarget& other) { return other.target == target; });
    if (is_known) continue;
    if (one.assembler == nullptr) {
      targets.push_back(one);
    } else {
      targets.push_back({target, target.name(), std::nullopt});
    }
  }
  return targets;
}

// The sources of a --module as one, its libraries last.
Result<SourceFile> read_module(const ModuleArgument& module, const std::vector<GivenFile>& given) {
  SourceFile whole;
  std::vector<SourceFile> libraries;
  for (const std::string& file : module.files) {
    if (is_package(file)) {
      std::vector<SourceFile> read = CLC_TRY(in_context("--module " + module.name, read_libraries(file)));
      std::move(read.begin(), read.end(), std::back_inserter(libraries));
      continue;
    }
    SourceFile source = CLC_TRY(in_context("--module " + module.name, read_source(file, given)));
    if (source.is_il)
      return fail(ErrorKind::k_usage,
                  "--module " + module.name + ": " + file + " is SPIR-V, which is linked with nothing");
    source.module = module.name;
    if (whole.module.empty()) {
      whole = std::move(source);
    } else {
      whole.others.push_back(std::move(source));
    }
  }
  if (whole.module.empty())
    return fail(ErrorKind::k_usage, "--module " + module.name + ": libraries need a source that they are linked with");
  std::move(libraries.begin(), libraries.end(), std::back_inserter(whole.others));
  return whole;
}

}  // namespace

Result<IndexedVector<TargetIndex, PlannedTarget>> plan_targets(const std::vector<std::string>& spelled,
                                                               const ToolPaths& tools) {
  IndexedVector<TargetIndex, PlannedTarget> targets;
  for (const std::string& text : spelled) {
    const std::vector<std::string> names = CLC_TRY(expand_target(text, tools));
    for (const std::string& name : names) {
      Target target = CLC_TRY(parse_target(name));
      const bool known =
          std::ranges::any_of(targets, [&](const PlannedTarget& other) { return other.target == target; });
      if (!known) targets.push_back({target, target.name(), std::nullopt});
    }
  }
  return targets;
}

Result<IndexedVector<SourceIndex, SourceFile>> plan_sources(const CompileArguments& arguments, Sink& sink) {
  CLC_TRY(check_module_names(arguments));
  IndexedVector<SourceIndex, SourceFile> sources;
  std::set<std::string> recorded;
  std::size_t argument = 0;
  const auto add = [&](SourceFile source) {
    source.argument = argument;
    sources.push_back(std::move(source));
  };
  for (const std::string& file : arguments.files) {
    if (is_recording(file)) {
      if (arguments.is_tuned)
        return fail(ErrorKind::k_usage, "--tune: " + file + " is a recording, which has no tuning file");
      std::vector<SourceFile> programs = CLC_TRY(recorded_sources(file, arguments, sink));
      for (SourceFile& program : programs) {
        // Recordings can have programs in common.
        if (recorded.insert(program.module).second) add(std::move(program));
      }
      ++argument;
      continue;
    }
    SourceFile source = CLC_TRY(read_source(file, arguments.given));
    if (!arguments.name.empty()) source.module = arguments.name;
    if (!arguments.is_tuned) {
      add(std::move(source));
      ++argument;
      continue;
    }
    std::vector<SourceFile> configurations = CLC_TRY(tuned_sources(source));
    for (SourceFile& configuration : configurations) add(std::move(configuration));
    ++argument;
  }
  for (const ModuleArgument& given : arguments.modules) {
    SourceFile module = CLC_TRY(read_module(given, arguments.given));
    add(std::move(module));
    ++argument;
  }
  for (SourceFile& source : sources) {
    if (const auto own = arguments.module_sections.find(source.module); own != arguments.module_sections.end())
      source.sections = own->second;
    source.group_sizes.insert(source.group_sizes.end(), arguments.launches.begin(), arguments.launches.end());
  }
  return sources;
}

IndexedVector<JobIndex, Job> plan_jobs(const Plan& plan, const std::vector<BuildOption>& options) {
  IndexedVector<JobIndex, Job> jobs;
  for (const SourceIndex source : plan.sources.positions()) {
    for (const TargetIndex target : plan.targets.positions()) {
      if (plan.sources[source].is_il && !takes_il(plan.targets[target])) continue;
      Job job{source, target, plan.sources[source].options};
      for (const BuildOption& option : options) {
        if (option.applies_to(plan.targets[target].target)) job.options.push_back(option);
      }
      jobs.push_back(std::move(job));
    }
  }
  return jobs;
}

namespace {

CompileRequest request_for(const Plan& plan, const Job& job) {
  const SourceFile& source = plan.source_of(job);
  CompileRequest request;
  request.target = plan.target_of(job).compiled();
  request.given_files = plan.given_includes;
  for (const SourceFile* one : source.all()) {
    if (one->library) {
      request.sources.push_back(requested_library(*one, plan.target_of(job)));
      continue;
    }
    const bool is_text = one->path.empty();
    request.sources.push_back({one->path, one->spelled, is_text ? one->text : "", one->own_options});
    request.given_files.insert(request.given_files.end(), one->headers.begin(), one->headers.end());
    if (one->is_given && !is_text) request.given_files.push_back({one->path, one->text});
  }
  request.working_folder = plan.working_folder;
  request.options = job.options;
  request.sections = plan.sections_of(job);
  request.absent = plan.target_of(job).chip.absent;
  if (plan.target_of(job).driver) request.dialect = plan.target_of(job).driver->dialect;
  if (is_from_source(plan.target_of(job).target)) {
    request.dialect = dialect_of(plan.target_of(job).chip.macros);
    request.is_judged_by_tool = true;
  }
  request.source_date_epoch = plan.source_date_epoch;
  request.time_limit_s = plan.limits.worker_time_s();
  request.memory_limit_bytes = plan.limits.memory_bytes;
  request.readable = plan.readable;
  return request;
}

}  // namespace

IndexedVector<CompilationIndex, Compilation> plan_compilations(const Plan& plan) {
  IndexedVector<CompilationIndex, Compilation> compilations;
  using Texts = std::vector<std::string>;
  std::map<std::tuple<SourceIndex, std::string, Texts, Texts>, CompilationIndex> known;
  for (const JobIndex index : plan.jobs.positions()) {
    const Job& job = plan.jobs[index];
    const PlannedTarget& target = plan.target_of(job);
    const auto [at, is_new] =
        known.try_emplace({job.source, target.compiled().name(), option_texts(job.options), target.chip.absent});
    if (is_new) {
      at->second = compilations.push_back({request_for(plan, job), {}});
      compilations[at->second].request.id = at->second.value;
    }
    compilations[at->second].jobs.push_back(index);
  }
  return compilations;
}

Result<Plan> plan(const CompileArguments& arguments, Memos& memos, Sink& sink) {
  Plan plan;
  std::error_code error;
  plan.working_folder = std::filesystem::current_path(error).string();
  if (error) return fail(ErrorKind::k_io, "the current folder is gone: " + error.message());
  plan.tools = arguments.tools;
  plan.limits = arguments.limits;
  plan.finish = arguments.finish;
  plan.processes = arguments.processes;
  plan.keep_going = arguments.keep_going;
  plan.verbose = arguments.verbose;
  plan.source_date_epoch = arguments.source_date_epoch;
  plan.outputs = arguments.outputs;
  CLC_TRY(check_library_options(arguments));
  // Targets first: they cost nothing to check, and standard input can be read only once.
  plan.targets = CLC_TRY(plan_targets(arguments.targets, arguments.tools));
  // Before the sources, for errors in what they name would tell what is in it.
  if (arguments.is_confined()) {
    plan.readable = CLC_TRY(readable_places(arguments));
  }
  plan.sources = CLC_TRY(plan_sources(arguments, sink));
  plan.given_includes = CLC_TRY(read_given_includes(arguments.options));
  CLC_TRY(find_tools(plan, memos));
  CLC_TRY(check_from_source(plan, arguments.options));
  if (makes_library(arguments.options)) plan.targets = targets_of_worker(plan.targets);
  const Dumps& dumps = plan.outputs.dumps;
  plan.sections = sections_for_dumps(dumps.bits | dumps.bits_in_folder());
  plan.sections.insert(plan.sections.end(), arguments.sections.begin(), arguments.sections.end());
  CLC_TRY(check_profile(plan, arguments.options));
  CLC_TRY(check_coverage(plan, arguments.options));
  CLC_TRY(check_sanitize(plan, arguments.options));
  plan.jobs = plan_jobs(plan, arguments.options);
  CLC_TRY(check_il_targets(plan, sink));
  CLC_TRY(check_libraries(plan));
  plan.compilations = plan_compilations(plan);
  if (!arguments.left_out.empty()) {
    sink.message(Severity::k_warning,
                 "left out, as only compilers of some drivers know it and kernels mean the same "
                 "without: " +
                     join(arguments.left_out, ", "));
  }
  warn_of_unused_patterns(arguments.options, plan, sink);
  return plan;
}

std::vector<const SourceFile*> SourceFile::all() const {
  std::vector<const SourceFile*> files = {this};
  for (const SourceFile& other : others) files.push_back(&other);
  return files;
}

std::string SourceFile::digest() const {
  if (!is_linked()) return sha256;
  FieldDigest digest("clc.sources.1");
  for (const SourceFile* source : all()) digest.add("source", source->sha256);
  return digest.hex();
}

std::vector<BuildOption> driver_options_of(const SourceFile& one, const SourceFile& module,
                                           const std::vector<BuildOption>& options_of_job) {
  std::vector<BuildOption> all = one.own_options;
  const std::size_t of_link = module.is_linked() ? module.options.size() : 0;
  all.insert(all.end(), options_of_job.begin() + static_cast<std::ptrdiff_t>(of_link), options_of_job.end());
  return all;
}

std::vector<BuildOption> shared_options(const SourceFile& module, const std::vector<BuildOption>& options_of_job) {
  std::vector<BuildOption> shared = module.own_options;
  for (const SourceFile& other : module.others) {
    const BuildOptions& own = other.own_options;
    std::erase_if(shared, [&](const BuildOption& option) { return std::ranges::find(own, option) == own.end(); });
  }
  shared.insert(shared.end(), options_of_job.begin(), options_of_job.end());
  return shared;
}

std::vector<std::string> Plan::sections_of(const Job& job) const {
  std::vector<std::string> all = sections;
  const std::vector<std::string>& own = source_of(job).sections;
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

bool Plan::wants(std::string_view section) const {
  return std::ranges::find(sections, section) != sections.end();
}

std::string spell(const RootedPath& path, const Plan& plan, const Job& job) {
  if (path.name.empty()) return "";
  const std::string folder = folder_of_root(path, plan, job);
  if (path.name == "." && !folder.empty()) return folder;
  const std::string spelled = join_path(folder, path.name);
  const std::vector<const SourceFile*> sources = plan.source_of(job).all();
  const bool has_stdin = std::ranges::any_of(sources, [](const SourceFile* source) { return source->spelled == "-"; });
  if (has_stdin && spelled == "stdin.cl") return "<stdin>";
  return path.name.find("..") == std::string::npos ? spelled : normal_path(spelled);
}

}  // namespace clc
