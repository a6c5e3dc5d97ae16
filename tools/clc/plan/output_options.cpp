#include "plan/output_options.h"

#include "base/environment_variable.h"
#include "base/platform/process.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/internal/coverage.h"
#include "clc/package/package.h"
#include "protocol/profile_section.h"
#include "protocol/sanitize_section.h"
#include "protocol/time_trace_section.h"
#include "support/command_line.h"
#include "support/dump_bits.h"
#include "support/package_name.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

bool is_folder_form(const std::string& package) {
  return !is_file_form(package) && !is_bare_output(package);
}

bool is_in_package(const std::string& path, const std::string& package) {
  return !package.empty() && package != "-" && is_within(real_path(path), real_path(package));
}

Result<std::optional<Depfile>> depfile_of(const DepfileOptions& given, std::string package) {
  const auto usage = [](const std::string& text) { return fail(ErrorKind::k_usage, text); };
  const bool needs_depfile = !given.path.empty() || !given.target.empty() || given.has_empty_rules;
  if (needs_depfile && !given.is_wanted) return usage("-MF, -MT and -MP need -MD or -M");
  if (!given.skipped_folders.empty() && !given.is_wanted) return usage("--depfile-skip needs -MD");
  if (!given.is_wanted) return std::optional<Depfile>();
  while (package.size() > 1 && package.back() == '/') package.pop_back();
  if (package == "-" && (given.path.empty() || given.target.empty()) && !given.is_all)
    return usage("-MD with -o - needs -MF FILE and -MT NAME");
  if (package == "-" && given.path == "-" && !given.is_all)
    return usage("-MF - and -o - would both write to standard output");
  if ((package.empty() || package == "-") && given.target.empty())
    return usage("-M needs -o PACKAGE or -MT NAME: a name for what depends on the files");
  DepfileReader reader = DepfileReader::k_make;
  if (given.cmake_generator == "make") reader = DepfileReader::k_cmake_for_make;
  if (given.cmake_generator == "ninja") reader = DepfileReader::k_cmake_for_ninja;
  Depfile depfile{given.path, given.target, given.skipped_folders, given.without_system, given.has_empty_rules, reader};
  if (depfile.path.empty() && !given.is_all) depfile.path = package + ".d";
  if (depfile.target.empty()) depfile.target = is_folder_form(package) ? join_path(package, k_manifest_file) : package;
  if (!depfile.path.empty() && is_folder_form(package) && is_in_package(folder_of(depfile.path), package))
    return usage("-MF " + depfile.path + ": a package folder holds nothing but the package; write it elsewhere");
  return std::optional<Depfile>(std::move(depfile));
}

}  // namespace

void add_output_options(const CommandLine& line, CompileOptions& options) {
  CompileArguments& arguments = options.arguments;
  Outputs& outputs = arguments.outputs;
  line.add("-o,--output PACKAGE", outputs.package, "a folder, a file that ends in .clcpack, or - for standard output");
  line.flag("-k,--keep-going", arguments.keep_going, "publish what could be compiled, list the rest as missing");
  add_keep_unchanged_option(line, outputs.unchanged);
  add_sync_option(line, outputs.flush);
  add_compress_option(line, outputs.compression);
  line.add("--add-on-of PACKAGE", outputs.add_on_of, "fail if the result cannot be an add-on of this package");
  line.add("--depfile-skip FOLDER", options.depfile.skipped_folders,
           "leave this folder and its subfolders out of the dependency file")
      .one_value_each();
  line.add("--compile-commands FILE", outputs.commands,
           "write the call's sources and options as editors read them: compile_commands.json")
      .check(refuse_standard_output);
  line.add("--depfile-cmake make|ninja", options.depfile.cmake_generator,
           "write the dependency file for CMake's own reader and this generator")
      .one_of({"make", "ninja"})
      .group("");
  line.flag(
      "--profile", [&arguments] { arguments.sections.emplace_back(k_profile_section); },
      "make kernels that record what they do, for clrun profile; targets: spirv64");
  line.flag(
      "--coverage", [&arguments] { arguments.sections.emplace_back(k_coverage_section); },
      "make kernels that count which lines and branches run, for clc coverage");
  line.add_function<std::string>(
      "--sanitize CHECKS",
      [&arguments](const std::string& text) {
        const Result<Checks> checks = parse_checks(text);
        if (!checks) CommandLine::refuse(checks.error().message);
        arguments.sections.push_back(sanitize_section(*checks));
      },
      "make kernels that check what they do: all, or some of bounds,uninitialised,race,barrier,arithmetic");
  line.add_function<std::string>(
      "--time-trace FILE",
      [&arguments](const std::string& file) {
        arguments.outputs.time_trace = file;
        arguments.sections.emplace_back(k_time_trace_section);
      },
      "write where the time goes: jobs, cache, Clang's and LLVM's passes; a page (.html) or trace viewers' JSON");
  line.flag("--tune", arguments.is_tuned,
            "compile FILE.cl once for each configuration in FILE.tune.json, for clrun tune");
  line.add("--dump-dir FOLDER", outputs.dumps.folder, "write the stages of each job: source, IR, IL, ISA, log, binary")
      .check(refuse_standard_output);
  line.flag("--dump-passes", outputs.dumps.has_passes, "with --dump-dir: write the IR after each pass that changed it");
}

Result<void> add_dumps_of_environment(Outputs& outputs) {
  Dumps& dumps = outputs.dumps;
  if (dumps.folder.empty()) dumps.folder = environment_variable("CLC_DUMP_DIR");
  dumps.bits = CLC_TRY(parse_dump_bits(environment_variable("GPU_DUMP_DEVICE_KERNEL")));
  return {};
}

Result<void> complete_outputs(Outputs& outputs, const DepfileOptions& depfile) {
  const auto usage = [](const std::string& text) { return fail(ErrorKind::k_usage, text); };
  if (outputs.package.empty() && !depfile.is_all)
    return usage("no output given: add -o PACKAGE (a folder, a .clcpack file, or -)");
  if (outputs.package == "-" && !depfile.is_all && platform::is_terminal(k_standard_output))
    return usage("-o - would write a binary to the terminal; redirect standard output");
  if (outputs.dumps.has_passes && outputs.dumps.folder.empty())
    return usage("--dump-passes needs a folder: add --dump-dir FOLDER");
  if (depfile.is_all && !outputs.dumps.folder.empty()) return usage("-M compiles nothing that --dump-dir could write");
  if (!outputs.dumps.folder.empty() && is_in_package(outputs.dumps.folder, outputs.package))
    return usage("--dump-dir " + outputs.dumps.folder + ": a package holds nothing but its own files");
  outputs.depfile = CLC_TRY(depfile_of(depfile, outputs.package));
  return {};
}

}  // namespace clc
