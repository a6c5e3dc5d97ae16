#include "plan/compile_arguments.h"

#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>

#include "clc/internal/environment_variable.h"
#include "clc/package/package.h"
#include "plan/bare_output.h"
#include "plan/dump_bits.h"
#include "protocol/profile_section.h"
#include "support/command_line.h"
#include "support/environment_help.h"
#include "support/text.h"

namespace clc {
namespace {

const char* const k_examples = R"(Examples:
  clc compile vecadd.cl -t spirv64 -o vecadd.clcpack
  clc compile vecadd.cl -t spirv64 -o vecadd.spv
  clc compile *.cl -t spirv64:1.2 -t nvptx:sm_90 -t driver:pocl -Iinclude -cl-std=CL3.0 -o kernels
  clc compile - -t spirv64 -o - < vecadd.cl > vecadd.clcpack
  clc compile a.cl b.cl -t spirv64 -o kernels -MD -MF kernels.d --keep-going
)";

const char* const k_serve_examples = R"(Examples:
  clc serve kernels -t amdgcn:gfx1100 -t nvptx:sm_90
  clc serve . -t spirv64 -Iinclude -DTILE=16 --confine
)";

unsigned available_cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

enum class Purpose { k_compile, k_explain, k_report, k_serve };

// Options that are checked together, once all of them are known.
struct GivenWords {
  std::vector<std::string> tools;
  std::vector<std::string> skipped_folders;
  bool write_depfile = false;
  std::string depfile;
  std::string depfile_target;
  std::string folder;  // of clc serve, as is port
  unsigned port = 0;
};

// --confine of clc serve, without a folder.
constexpr const char* k_confine_to_served = "*";

std::unique_ptr<CLI::App> describe(Purpose purpose) {
  if (purpose == Purpose::k_compile) {
    return std::make_unique<CLI::App>("Compiles OpenCL C files, each for every target, into one package.",
                                      "clc compile");
  }
  if (purpose == Purpose::k_report) return std::make_unique<CLI::App>("", "clc report");
  if (purpose == Purpose::k_serve) {
    return std::make_unique<CLI::App>(
        "Shows the kernels of a folder on a page: source, code, and what it costs; compiles again when a file is\n"
        "saved. Listens on 127.0.0.1 only, prints the page's address, and ends with Ctrl-C.",
        "clc serve");
  }
  return std::make_unique<CLI::App>(
      "Says which jobs of this compilation are in the cache, and what changed for the others.\n"
      "Takes the arguments of clc compile; compiles nothing and writes no files.",
      "clc explain");
}

void add_output_options(CLI::App& app, CompileArguments& into, GivenWords& given) {
  app.add_option("-o,--output", into.outputs.package,
                 "a folder, a file that ends in .clcpack, or - for standard output")
      ->type_name("PACKAGE");
  app.add_flag("-k,--keep-going", into.keep_going, "publish what could be compiled, list the rest as missing");
  add_keep_unchanged_option(app, into.outputs.unchanged);
  add_sync_option(app, into.outputs.flush);
  add_compress_option(app, into.outputs.compression);
  app.add_option("--add-on-of", into.outputs.add_on_of, "fail if the result cannot be an add-on of this package")
      ->type_name("PACKAGE");
  app.add_option("--depfile-skip", given.skipped_folders,
                 "leave this folder and its subfolders out of the dependency file")
      ->allow_extra_args(false)
      ->type_name("FOLDER");
  app.add_flag_callback(
      "--profile", [&into] { into.sections.emplace_back(k_profile_section); },
      "make kernels that record what they do, for clrun profile; targets: spirv64");
  app.add_flag("--tune", into.is_tuned,
               "compile FILE.cl once for each configuration in FILE.tune.json, for clrun tune");
  app.add_option("--dump-dir", into.outputs.dumps.folder,
                 "write the stages of each job: source, IR, IL, ISA, log, binary")
      ->type_name("FOLDER");
  add_format_option(app, into.json);
}

void add_source_options(CLI::App& app, CompileArguments& into) {
  app.add_option("FILE", into.files, ".cl or .clcpp files, or recordings (clc record); - is standard input");
  app.add_option("--name", into.name, "the module's name instead of the file's stem; with one FILE only")
      ->type_name("NAME");
  app.add_option("--ignore-option", into.ignored_options,
                 "of a recording: leave out build options that clc does not know and that match this pattern")
      ->allow_extra_args(false)
      ->type_name("PATTERN");
  app.add_flag("--confine{.}", into.confined_to,
               "sources see only the working folder, or --confine=FOLDER, and the include folders");
}

void add_serve_options(CLI::App& app, CompileArguments& into, GivenWords& given) {
  app.add_option("FOLDER", given.folder, "the folder with .cl and .clcpp files, at any depth")->required();
  app.add_option("--port", given.port, "listen on this port (default: one that is free)")
      ->check(CLI::Range(1U, 65535U))
      ->type_name("N");
  app.add_flag("--confine{*}", into.confined_to,
               "sources see only FOLDER, or the one of --confine=FOLDER, and the include folders");
}

std::unique_ptr<CLI::App> make_app(CompileArguments& into, Purpose purpose, GivenWords& given) {
  std::unique_ptr<CLI::App> app = describe(purpose);
  if (purpose == Purpose::k_explain) {
    app->add_flag("--show-key", into.show_key, "also show the cache keys, a line for each part");
  }
  if (purpose == Purpose::k_serve) {
    add_serve_options(*app, into, given);
  } else {
    add_source_options(*app, into);
  }
  app->add_option("-t,--target", into.targets,
                  "what to compile for; repeat it for each target (`clc targets` lists them)")
      ->allow_extra_args(false)
      ->type_name("TARGET");
  const bool has_outputs = purpose == Purpose::k_compile || purpose == Purpose::k_explain;
  if (has_outputs) add_output_options(*app, into, given);
  app->add_option("-j,--jobs", into.processes, "processes at a time (default: all cores)")
      ->check(CLI::Range(1U, 4096U))
      ->type_name("N");
  app->add_option("--tool", given.tools, k_tool_option_help)->allow_extra_args(false)->type_name("NAME=PATH");
  app->add_option("--timeout", into.limits.time_s, "limit per job in seconds (default: 300)")
      ->check(CLI::Range(1U, 86400U))
      ->type_name("SECONDS");
  app->add_option_function<std::uint32_t>(
         "--memory-limit", [&into](std::uint32_t mib) { into.limits.memory_bytes = std::uint64_t{mib} << 20U; },
         "limit per job in MiB (default: 4096)")
      ->check(CLI::Range(256U, 1U << 30U))
      ->type_name("MIB");
  add_quiet_option(*app, into.quiet);
  app->add_flag("-v,--verbose", into.verbose, "show what is run and how it ended");
  app->footer([purpose] {
    return build_option_help() + "\n" + (purpose == Purpose::k_serve ? k_serve_examples : k_examples) +
           environment_help({Reads::k_options, Reads::k_cache, Reads::k_helpers, Reads::k_tools});
  });
  return app;
}

// The flags that CLI11 will parse, and whether each takes a value.
std::map<std::string, bool> flags_of(const CLI::App& app) {
  std::map<std::string, bool> flags;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) continue;
    const bool takes_value = option->get_items_expected_max() > 0;
    for (const std::string& name : option->get_snames()) flags["-" + name] = takes_value;
    for (const std::string& name : option->get_lnames()) flags["--" + name] = takes_value;
  }
  return flags;
}

// Moves -MD, -MF and -MT out of the build options.
void take_depfile_options(CompileArguments& arguments, GivenWords& given) {
  std::vector<BuildOption> others;
  for (BuildOption& option : arguments.options) {
    const std::string_view spelling = option.row->spelling;
    if (option.row->effect != Effect::k_depfile) {
      others.push_back(std::move(option));
    } else if (spelling == "-MF") {
      given.depfile = option.value;
    } else if (spelling == "-MT") {
      given.depfile_target = option.value;
    } else {
      given.write_depfile = true;
    }
  }
  arguments.options = std::move(others);
}

Result<void> add_environment_options(const char* variable, std::vector<BuildOption>& into) {
  const Result<std::vector<std::string>> words = split_words(environment_variable(variable));
  if (!words) return fail(words.error().kind, std::string(variable) + " " + words.error().message);
  const Result<std::vector<BuildOption>> options = parse_build_options(*words, variable);
  if (!options) return fail(options);
  into.insert(into.end(), options->begin(), options->end());
  return {};
}

Result<void> read_environment(CompileArguments& arguments) {
  if (arguments.options.empty()) {
    if (Result<void> added = add_environment_options("CLC_OPTIONS", arguments.options); !added) return added;
  }
  if (Result<void> added = add_environment_options("CLC_OPTIONS_APPEND", arguments.options); !added) return added;
  Dumps& dumps = arguments.outputs.dumps;
  if (dumps.folder.empty()) dumps.folder = environment_variable("CLC_DUMP_DIR");
  const Result<unsigned> bits = parse_dump_bits(environment_variable("GPU_DUMP_DEVICE_KERNEL"));
  if (!bits) return fail(bits);
  dumps.bits = *bits;

  const std::string epoch = environment_variable("SOURCE_DATE_EPOCH");
  if (epoch.empty()) return {};
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(epoch.data(), epoch.data() + epoch.size(), seconds);
  constexpr std::int64_t k_last = 253402300799;  // the end of the year 9999, which __DATE__ can still show
  if (error != std::errc() || end != epoch.data() + epoch.size() || seconds < 0 || seconds > k_last) {
    return fail(ErrorKind::k_usage, "SOURCE_DATE_EPOCH=" + epoch + ": must be seconds since 1970, 0 to 253402300799");
  }
  arguments.source_date_epoch = seconds;
  return {};
}

Result<void> check_inputs(const CompileArguments& arguments) {
  const auto usage = [](const std::string& text) { return fail(ErrorKind::k_usage, text); };
  for (const std::string& target : arguments.targets) {
    struct stat info{};
    if (stat(target.c_str(), &info) == 0 && S_ISREG(info.st_mode)) {
      return usage("-t " + target + ": this is a file; a target belongs here, such as spirv64 (-t takes one value)");
    }
  }
  if (arguments.files.empty()) return usage("no FILE to compile");
  if (arguments.targets.empty()) return usage("no target given: add for instance -t spirv64 (`clc targets` lists all)");
  if (std::count(arguments.files.begin(), arguments.files.end(), "-") > 1)
    return usage("- (standard input) can be given only once");
  if (!arguments.name.empty() && arguments.files.size() > 1) {
    return usage("--name names the module of one FILE, and " + count(arguments.files.size(), "file") + " were given");
  }
  if (!arguments.name.empty() && !is_module_name(arguments.name)) {
    return usage("--name " + arguments.name + ": cannot be the name of a module (" + k_module_names + ")");
  }
  return {};
}

bool is_package_folder(const std::string& folder, const std::string& package) {
  namespace fs = std::filesystem;
  if (is_file_form(package) || is_bare_output(package)) return false;  // a file
  const auto real = [](const std::string& path) {
    std::error_code error;
    fs::path result = fs::weakly_canonical(fs::absolute(path.empty() ? "." : path), error);
    return result.has_filename() ? result : result.parent_path();  // "p/" is "p"
  };
  return real(folder) == real(package);
}

Result<void> check_outputs(const Outputs& outputs) {
  const auto usage = [](const std::string& text) { return fail(ErrorKind::k_usage, text); };
  if (outputs.package.empty()) return usage("no output given: add -o PACKAGE (a folder, a .clcpack file, or -)");
  if (outputs.package == "-" && isatty(STDOUT_FILENO) == 1) {
    return usage("-o - would write a binary to the terminal; redirect standard output");
  }
  if (!outputs.dumps.folder.empty() && is_package_folder(outputs.dumps.folder, outputs.package)) {
    return usage("--dump-dir " + outputs.dumps.folder + ": a package folder holds nothing but the package");
  }
  return {};
}

Result<std::optional<Depfile>> depfile_of(const GivenWords& given, std::string package) {
  const auto usage = [](const std::string& text) { return fail(ErrorKind::k_usage, text); };
  const bool needs_depfile = !given.depfile.empty() || !given.depfile_target.empty();
  if (needs_depfile && !given.write_depfile) return usage("-MF and -MT need -MD");
  if (!given.skipped_folders.empty() && !given.write_depfile) return usage("--depfile-skip needs -MD");
  if (!given.write_depfile) return std::optional<Depfile>();
  while (package.size() > 1 && package.back() == '/') package.pop_back();
  if (package == "-" && (given.depfile.empty() || given.depfile_target.empty())) {
    return usage("-MD with -o - needs -MF FILE and -MT NAME");
  }
  Depfile depfile{given.depfile, given.depfile_target, given.skipped_folders};
  if (depfile.path.empty()) depfile.path = package + ".d";
  if (depfile.target.empty())
    depfile.target = is_package_folder(package, package) ? join_path(package, k_manifest_file) : package;
  if (is_package_folder(folder_of(depfile.path), package)) {
    return usage("-MF " + depfile.path + ": a package folder holds nothing but the package; write it elsewhere");
  }
  return std::optional<Depfile>(std::move(depfile));
}

// What clc serve compiles for when nobody says it.
constexpr const char* k_served_target = "spirv64";

void take_served_folder(CompileArguments& parsed, const GivenWords& given) {
  parsed.files = {given.folder};
  if (parsed.targets.empty()) parsed.targets.emplace_back(k_served_target);
  if (parsed.confined_to == k_confine_to_served) parsed.confined_to = given.folder;
}

Result<CompileArguments> parse(const std::vector<std::string>& arguments, Purpose purpose, GivenWords& given) {
  CompileArguments parsed;
  parsed.processes = available_cores();
  const std::unique_ptr<CLI::App> app = make_app(parsed, purpose, given);
  Result<SplitArguments> split = split_arguments(arguments, flags_of(*app));
  if (!split) return fail(split);
  const Result<bool> went_on = parse_command_line(*app, split->rest);
  if (!went_on) return fail(went_on);
  if (!*went_on) {
    parsed.help_shown = true;
    return parsed;
  }
  Result<ToolPaths> paths = parse_tool_paths(given.tools);
  if (!paths) return fail(paths);
  parsed.tools = std::move(*paths);
  parsed.options = std::move(split->options);
  take_depfile_options(parsed, given);
  if (purpose == Purpose::k_serve) take_served_folder(parsed, given);
  for (const Result<void>& checked : {check_inputs(parsed), read_environment(parsed)}) {
    if (!checked) return fail(checked);
  }
  if (purpose != Purpose::k_compile) return parsed;
  if (Result<void> checked = check_outputs(parsed.outputs); !checked) return fail(checked);
  Result<std::optional<Depfile>> depfile = depfile_of(given, parsed.outputs.package);
  if (!depfile) return fail(depfile);
  parsed.outputs.depfile = *std::move(depfile);
  return parsed;
}

Result<CompileArguments> parse(const std::vector<std::string>& arguments, Purpose purpose) {
  GivenWords given;
  return parse(arguments, purpose, given);
}

}  // namespace

bool is_module_name(const std::string& name) {
  const auto is_wrong = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < ' ' || byte == 0x7f || c == '/' || c == '\\';
  };
  return !name.empty() && name.size() <= 255 && name != "." && name != ".." &&
         std::none_of(name.begin(), name.end(), is_wrong);
}

Result<CompileArguments> parse_compile_arguments(const std::vector<std::string>& arguments) {
  return parse(arguments, Purpose::k_compile);
}

Result<CompileArguments> parse_explain_arguments(const std::vector<std::string>& arguments) {
  return parse(arguments, Purpose::k_explain);
}

Result<CompileArguments> parse_report_arguments(const std::vector<std::string>& arguments) {
  Result<CompileArguments> parsed = parse(arguments, Purpose::k_report);
  if (parsed) parsed->outputs = {};  // the environment asks for dumps, and the report leaves nothing behind
  return parsed;
}

Result<ServeArguments> parse_serve_arguments(const std::vector<std::string>& arguments) {
  GivenWords given;
  Result<CompileArguments> parsed = parse(arguments, Purpose::k_serve, given);
  if (!parsed) return fail(parsed);
  parsed->outputs = {};
  parsed->files.clear();
  return ServeArguments{*std::move(parsed), given.folder, given.port};
}

}  // namespace clc
