// clc test: runs the tests of kernels, NAME.test.json beside NAME.cl, on every device.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "base/environment_help.h"
#include "base/json_writer.h"
#include "base/platform/machine.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/package/publish.h"
#include "commands/commands.h"
#include "commands/emulate/chips.h"
#include "commands/test/run_tests.h"
#include "commands/test/test_report.h"
#include "pipeline/pipeline.h"
#include "plan/compile_options.h"
#include "support/command_line.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

struct TestOptions {
  CompileOptions compile;
  std::vector<std::string> places, devices, chips, filters, reports;
  std::string package;
  unsigned limit_s = 60;
  bool lists = false, has_no_shrinking = false, json = false;
};

CommandLine line_of_test(TestOptions& options) {
  const CommandLine line(
      "Runs the tests of kernels: NAME.test.json says how those of NAME.cl are launched and what they give. They run "
      "on\n"
      "every device of this machine and on emulated AMD GPUs, with several sizes; a failing case is made small. The "
      "exit\n"
      "code is 6 when a test failed.",
      "clc test");
  line.add("DIR or FILE", options.places, "folders, .test.json files, or .cl files beside them (default: .)");
  line.add("--package PACKAGE", options.package, "take the kernels from this package, and compile nothing");
  line.add("--device NAME", options.devices,
           "only devices whose name, kind or platform contains this; repeat it for more")
      .one_value_each();
  line.add("--chip CHIPS", options.chips, "the emulated GPUs, separated by commas (`clc emulate --list`)")
      .one_value_each()
      .separated_by_commas();
  line.add("--filter TEXT", options.filters, "only tests whose name contains this; repeat it for more")
      .one_value_each();
  line.flag("--no-shrink", options.has_no_shrinking, "show a failing case as it is");
  line.add("--timeout SECONDS", options.limit_s, "limit of a launch, compilation by the driver included (default: 60)")
      .range(1U, 86400U)
      .without_limits_in_messages();
  line.add("--report FILE", options.reports,
           "write the results to a file that ends in .xml (JUnit), .tap or .json; repeat it")
      .one_value_each()
      .check(refuse_standard_output);
  line.flag("--list", options.lists, "list the tests, and run nothing");
  add_tool_option(line, options.compile.tools);
  add_format_option(line, options.json);
  add_quiet_option(line, options.compile.arguments.quiet);
  line.footer([] {
    return compile_footer("Examples:\n  clc test kernels\n  clc test blur.cl --device gfx1100 --report results.xml\n");
  });
  return line;
}

// The test files of a folder, or the one of a file.
Result<std::vector<std::string>> files_at(const std::string& place) {
  std::error_code error;
  if (!fs::exists(place, error)) return fail(ErrorKind::k_io, place + ": no such file or folder");
  if (!fs::is_directory(place, error)) {
    if (place.ends_with(k_test_file_ending)) return std::vector{place};
    const std::string file = join_path(folder_of(place), stem(place)) + k_test_file_ending;
    if (fs::exists(file, error)) return std::vector{file};
    return fail(ErrorKind::k_usage, place + ": there are no tests of it, " + file);
  }
  std::vector<std::string> files;
  for (auto entry = fs::recursive_directory_iterator(place, error); !error && entry != fs::end(entry);
       entry.increment(error)) {
    const std::string path = entry->path().lexically_normal().string();
    if (path.ends_with(k_test_file_ending)) files.push_back(path);
  }
  if (error) return fail(ErrorKind::k_io, place + ": " + error.message());
  std::ranges::sort(files);
  return files;
}

Result<std::vector<TestFile>> read_all_files(std::vector<std::string> places) {
  if (places.empty()) places.emplace_back(".");
  std::vector<std::string> paths;
  for (const std::string& place : places)
    for (std::string& path : CLC_TRY(files_at(place))) paths.push_back(std::move(path));
  if (paths.empty())
    return fail(ErrorKind::k_usage, join(places, ", ") + ": no file NAME" + k_test_file_ending + " is there");
  std::vector<TestFile> files;
  for (const std::string& path : paths) files.push_back(CLC_TRY(read_test_file(path)));
  return files;
}

bool is_wanted(const TestOptions& options, const std::string& name) {
  return options.filters.empty() ||
         std::ranges::any_of(options.filters, [&](const std::string& part) { return has_part(name, part); });
}

// The options of a test file; its include folders are seen from it.
Result<BuildOptions> options_of(const TestFile& file) {
  CompileOptions read;
  const CommandLine line("", "options");
  const Result<bool> parsed = parse_compile_line(line, file.options, read);
  if (!parsed) return fail(parsed, file.path + ": options");
  for (BuildOption& option : read.arguments.options)
    if (is_include_folder(option)) option.value = join_path(folder_of(file.path), option.value);
  return read.arguments.options;
}

// The kernels of a test file.
struct TestedPackage {
  std::shared_ptr<const Package> package;
  Bytes bytes;
  int code = 0;  // as clc compile would end
};

Result<TestedPackage> compile_tested(const TestFile& file, const TestOptions& options,
                                     const std::vector<TestDevice>& devices, Sink& sink) {
  CompileOptions compile = options.compile;
  std::set<std::string> sources = {file.source};
  for (const KernelTest& test : file.tests)
    if (test.reference.is_kernel()) sources.insert(join_path(folder_of(file.path), test.reference.file));
  compile.arguments.files.assign(sources.begin(), sources.end());
  std::set<std::string> targets;
  for (const TestDevice& device : devices) targets.insert(device.target);
  compile.arguments.targets.assign(targets.begin(), targets.end());
  compile.arguments.keep_going = true;
  compile.arguments.processes = platform::processors();
  for (BuildOption& option : CLC_TRY(options_of(file))) compile.arguments.options.push_back(std::move(option));
  Pipeline pipeline = CLC_TRY(Pipeline::open());
  const CompileArguments arguments = CLC_TRY(compile_arguments(compile));
  const Compiled compiled = CLC_TRY(pipeline.compile(arguments, sink));
  TestedPackage tested;
  tested.code = compiled.code;
  if (!compiled.contents) return tested;
  const PackageInMemory made = CLC_TRY(package_in_memory(*compiled.contents));
  tested.package = made.package;
  tested.bytes = *made.bytes;
  return tested;
}

Result<TestedPackage> open_tested(const std::string& path) {
  TestedPackage tested;
  auto package = std::make_shared<Package>(CLC_TRY(Package::open(path)));
  PackageContents contents = CLC_TRY(package->read_all());
  tested.bytes = CLC_TRY(encode_package(contents));
  tested.package = std::move(package);
  return tested;
}

Result<void> write_reports(const std::vector<std::string>& files, const std::vector<TestResult>& results) {
  for (const std::string& file : files) {
    const std::string text = file.ends_with(".xml")   ? results_junit(results)
                             : file.ends_with(".tap") ? results_tap(results)
                                                      : results_json(results);
    CLC_TRY(write_file_atomically(file, text));
  }
  return {};
}

Result<void> check_reports(const TestOptions& options, const std::vector<TestFile>& files) {
  std::vector<std::string> taken = {options.package};
  for (const TestFile& file : files) taken.insert(taken.end(), {file.path, file.source});
  for (const std::string& file : options.reports) {
    const bool has_known_ending = file.ends_with(".xml") || file.ends_with(".tap") || file.ends_with(".json");
    CLC_TRY(refuse({{!has_known_ending, "--report " + file + ": the name has to end in .xml, .tap or .json"}}));
    CLC_TRY(refuse_overwriting("--report", file, taken));
    taken.push_back(file);
  }
  return {};
}

std::string listed(const std::vector<TestFile>& files, const TestOptions& options) {
  std::string text;
  for (const TestFile& file : files) {
    for (const KernelTest& test : file.tests)
      if (is_wanted(options, test.name)) text += file.path + ":" + std::to_string(test.line) + ": " + test.name + "\n";
  }
  return printable_lines(text);
}

std::string listed_json(const std::vector<TestFile>& files, const TestOptions& options) {
  JsonWriter json(2);
  json.begin_object().key("tests").begin_array();
  for (const TestFile& file : files) {
    for (const KernelTest& test : file.tests) {
      if (!is_wanted(options, test.name)) continue;
      json.begin_object()
          .put("test", test.name, "kernel", test.kernel, "file", file.path, "line", test.line)
          .end_object();
    }
  }
  return json.end_array().end_object().text() + "\n";
}

// Runs all tests, and shows each result. Returns the exit code of compiling, 0 where it went well.
Result<int> run_files(const std::vector<TestFile>& files, const TestOptions& options, Sink& sink,
                      std::vector<TestResult>& results) {
  const std::vector<TestDevice> devices = CLC_TRY(test_devices(options.devices, options.chips));
  RunSettings settings;
  settings.limit = std::chrono::seconds(options.limit_s);
  settings.shrinks = !options.has_no_shrinking;
  const ToolPaths tools = CLC_TRY(parse_tool_paths(options.compile.tools));
  settings.is_wanted = [&options](const std::string& name) { return is_wanted(options, name); };
  settings.report = [&](const TestResult& result) {
    results.push_back(result);
    const bool is_shown = result.status != TestResult::Status::k_passed || !options.compile.arguments.quiet;
    if (!options.json && is_shown) print(printable_lines(result_text(result)));
  };
  int code = 0;
  std::optional<TestedPackage> given;
  if (!options.package.empty()) given = CLC_TRY(open_tested(options.package));
  for (const TestFile& file : files) {
    if (std::ranges::none_of(file.tests, [&](const KernelTest& test) { return is_wanted(options, test.name); }))
      continue;
    const TestedPackage tested = given ? *given : CLC_TRY(compile_tested(file, options, devices, sink));
    if (code == 0 || code == 7) code = tested.code;
    if (tested.package == nullptr) continue;
    TestFunctions functions(file, tools, settings.limit);
    for (const KernelTest& test : file.tests)
      if (is_wanted(options, test.name)) functions.add(test);
    for (const TestDevice& device : devices)
      CLC_TRY(run_tests(file, device, tested.package->manifest(), tested.bytes, functions, settings));
  }
  return code == 7 ? 0 : code;
}

}  // namespace

Result<int> test_command(const std::vector<std::string>& arguments, Sink& sink) {
  TestOptions options;
  const CommandLine line = line_of_test(options);
  if (!CLC_TRY(parse_compile_line(line, arguments, options.compile))) return 0;
  CLC_TRY(refuse({{!options.package.empty() && !options.compile.arguments.options.empty(),
                   "build options say how sources are compiled, and --package compiles none"}}));
  options.chips = CLC_TRY(chosen_chips("--chip", options.chips));
  const std::vector<TestFile> files = CLC_TRY(read_all_files(options.places));
  CLC_TRY(check_reports(options, files));
  if (options.lists) return code_after(print(options.json ? listed_json(files, options) : listed(files, options)));
  std::vector<TestResult> results;
  const int code = CLC_TRY(run_files(files, options, sink, results));
  CLC_TRY(write_reports(options.reports, results));
  const TestCounts counts = counts_of(results);
  CLC_TRY(print(options.json ? results_json(results) : counts_text(counts) + "\n"));
  if (code != 0) return code;
  if (counts.failed != 0) return exit_code(ErrorKind::k_gate);
  return results.empty() || counts.passed == 0 ? exit_code(ErrorKind::k_unavailable) : 0;
}

}  // namespace clc
