// clc compile, in a build without the compiler: a build farm executes the whole call, by clc for Linux.
#include <algorithm>
#include <filesystem>

#include "base/environment_variable.h"
#include "base/platform/paths.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/package/package.h"
#include "clc/package/publish.h"
#include "commands/commands.h"
#include "commands/compile_line.h"
#include "farm/whole_call.h"
#include "plan/output_options.h"
#include "support/interrupts.h"
#include "support/package_name.h"
#include "support/standard_streams.h"
#include "toolchain/helpers.h"

namespace clc {
namespace {

// The farm gives back one file: no dumps, no dependency file.
Result<void> check_farm_can(const CompileOptions& options, const CompileArguments& arguments, const std::string& plan) {
  const Outputs& outputs = arguments.outputs;
  const auto refused = [](const std::string& what) {
    return fail(ErrorKind::k_unavailable,
                what + " is for a clc with its compiler: a build farm gives back a package alone");
  };
  const std::vector<std::string> files = arguments.all_files();
  if (options.depfile.is_wanted) return refused("-MD or -M");
  if (!plan.empty()) return refused("--plan");
  if (outputs.dumps.are_wanted()) return refused("--dump-dir");
  if (!outputs.commands.empty()) return refused("--compile-commands");
  if (!outputs.time_trace.empty()) return refused("--time-trace");
  if (!outputs.add_on_of.empty()) return refused("--add-on-of");
  if (!options.tools.empty()) return refused("--tool");
  if (std::ranges::find(files, "-") != files.end()) return refused("standard input");
  return {};
}

bool names_file(const BuildOption& option) {
  return is_include_folder(option) || option.is(Option::k_include);
}

// NAME=FILE,FILE… of --module, as it is there.
std::string module_there(const std::string& text, const farm::GivenFiles& given) {
  const std::size_t files = text.find('=') + 1;
  std::vector<std::string> names;
  for (const std::string_view file : split(std::string_view(text).substr(files), ","))
    names.push_back(given.spelling(std::string(file)));
  return text.substr(0, files) + join(names, ",");
}

// An option of the command line, unless it is the output; goes on to its value.
void add_option_there(const std::vector<std::string>& all, std::size_t& i, const farm::GivenFiles& given,
                      std::vector<std::string>& words) {
  const std::string& word = all[i];
  constexpr std::string_view k_module = "--module=", k_confine = "--confine=";
  if (word.starts_with("--")) {
    if (word == "--output") ++i;
    if (word == "--output" || word.starts_with("--output=")) return;
    if (word == "--module" && i + 1 < all.size()) {
      words.insert(words.end(), {word, module_there(all[++i], given)});
    } else if (word.starts_with(k_module)) {
      words.push_back(std::string(k_module) + module_there(word.substr(k_module.size()), given));
    } else if (word.starts_with(k_confine)) {
      words.push_back(std::string(k_confine) + given.spelling(word.substr(k_confine.size())));
    } else {
      words.push_back(word);
    }
    return;
  }
  const bool is_output = word[1] == 'o';
  if (!is_output) words.push_back(word);
  if (!is_any_of(word, {"-o", "-t", "-j"}) || i + 1 == all.size()) return;
  ++i;
  if (!is_output) words.push_back(all[i]);
}

// The words of the call there: without its output, paths as they are there, and the environment's options among them.
std::vector<std::string> words_there(const CompileOptions& options, const CompileArguments& arguments,
                                     const farm::GivenFiles& given, const std::string& output) {
  std::vector<std::string> words{"compile", "-o", output};
  for (const BuildOption& option : arguments.options) {
    if (!option.pattern.empty()) words.insert(words.end(), {"-Xtarget", option.pattern});
    words.push_back(names_file(option) ? option.row->spelling + given.spelling(option.value) : option.text());
  }
  words.insert(words.end(), arguments.left_out.begin(), arguments.left_out.end());
  const std::vector<std::string>& files = arguments.files;
  bool are_files = false;  // all words behind "--"
  for (std::size_t i = 0; i < options.other_words.size(); ++i) {
    const std::string& word = options.other_words[i];
    if (are_files || (std::ranges::find(files, word) != files.end() && !word.starts_with('-'))) {
      words.push_back(given.spelling(word));
    } else if (word == "--" || word.size() < 2 || word[0] != '-') {
      are_files = word == "--";
      words.push_back(word);
    } else {
      add_option_there(options.other_words, i, given, words);
    }
  }
  return words;
}

// False where a target's binary is made by a program or driver of the farm's machines, whose version no action names.
bool decides_all(const CompileArguments& arguments) {
  return std::ranges::all_of(arguments.targets, [](const std::string& target) {
    return is_any_of(target.substr(0, target.find(':')), {"spirv64", "spirv32", "nvptx", "amdgcn", "r600"});
  });
}

Result<farm::GivenFiles> files_of(const CompileArguments& arguments) {
  std::vector<std::string> folders;
  for (const BuildOption& option : arguments.options) {
    if (is_include_folder(option)) folders.push_back(option.value);
  }
  std::error_code error;
  farm::GivenFiles given(platform::to_text(std::filesystem::current_path(error)), folders, arguments.confined_to);
  for (const BuildOption& option : arguments.options) {
    if (option.is(Option::k_include))
      CLC_TRY(given.add_header(option.value));
    else
      CLC_TRY(given.add_defined(option.value));
  }
  for (const std::string& file : arguments.all_files()) {
    CLC_TRY(given.add(file));
    if (arguments.is_tuned) CLC_TRY(given.add(file.substr(0, file.rfind('.')) + ".tune.json"));
  }
  return given;
}

Result<void> publish_package(const Outputs& outputs, Bytes bytes) {
  if (is_bare_output(outputs.package)) return write_file_atomically(outputs.package, bytes, outputs.unchanged);
  const Package package = CLC_TRY(Package::from_bytes(std::move(bytes), "the package of CLC_REMOTE_EXECUTION"));
  const PackageContents contents = CLC_TRY(package.read_all());
  return publish(outputs.package, contents, outputs.unchanged, outputs.flush);
}

}  // namespace

Result<int> compile_command(const std::vector<std::string>& words, Sink& sink) {
  CompileOptions options;
  std::string plan;
  if (!CLC_TRY(read_compile_line(words, options, plan))) return 0;
  CompileArguments arguments = CLC_TRY(compile_arguments_with_depfile(options));
  CLC_TRY(add_dumps_of_environment(arguments.outputs));
  CLC_TRY(complete_outputs(arguments.outputs, options.depfile));
  const std::string server = environment_variable("CLC_REMOTE_EXECUTION");
  if (server.empty()) {
    return fail(ErrorKind::k_unavailable,
                "this clc has no compiler, which `clc compile` needs; name a build farm that compiles, "
                "CLC_REMOTE_EXECUTION (docs/scale.md), or take a clc with its compiler, on Linux (docs/install.md)");
  }
  CLC_TRY(check_farm_can(options, arguments, plan));
  const farm::GivenFiles given = CLC_TRY(files_of(arguments));
  farm::WholeCall call;
  call.compiler = CLC_TRY(helper_path("farm"));
  call.output = is_bare_output(arguments.outputs.package)
                    ? "package" + std::string(ending_of(arguments.outputs.package))
                    : "package.clcpack";
  call.words = words_there(options, arguments, given, call.output);
  call.may_be_remembered = decides_all(arguments);
  call.environment = {{"CLC_CACHE", "0"}, {"SOURCE_DATE_EPOCH", std::to_string(arguments.source_date_epoch)}};
  const farm::WholeResult result = CLC_TRY(farm::call_there(server, call, given));
  print_error(printable_lines(result.said));
  CLC_TRY(print_shown(result.printed));
  if (!result.output) return result.exit_code;
  const auto held = hold_for_output(arguments.outputs.package);
  CLC_TRY(publish_package(arguments.outputs, *result.output));
  if (arguments.quiet) sink.be_quiet();
  if (result.exit_code == 0) sink.success("wrote " + arguments.outputs.package);
  return result.exit_code;
}

}  // namespace clc
