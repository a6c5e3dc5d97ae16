// clc serve: a page for a folder of kernels that compiles again when a file is saved.
#include "serve/serve.h"

#include "base/try.h"
#include "commands/commands.h"
#include "insight/report/analysis_options.h"
#include "plan/compile_options.h"
#include "support/command_line.h"

namespace clc {
namespace {

constexpr const char* k_default_target = "spirv64";
// The value of --confine without a folder, which stands for FOLDER.
constexpr const char* k_confine_to_served = "*";

constexpr const char* k_examples = R"(Examples:
  clc serve kernels -t amdgcn:gfx1100 -t nvptx:sm_90
  clc serve . -t spirv64 -Iinclude -DTILE=16 --confine
  clc serve kernels -t nvptx:sm_90 --work-group 16x16 --global-size 2048x2048 --arg width=2048 --time
)";

struct ServeOptions {
  CompileOptions compile;
  std::string folder;
  unsigned port = 0;
  AnalysisWords analysis;
  bool time = false;
};

Result<bool> parse(const std::vector<std::string>& words, ServeOptions& options) {
  CompileArguments& arguments = options.compile.arguments;
  const CommandLine line(
      "Shows the kernels of a folder on a page: source, code, and what it costs; compiles again when a file is\n"
      "saved. Listens on 127.0.0.1 only, prints the page's address, and ends with Ctrl-C.",
      "clc serve");
  line.add("FOLDER", options.folder, "the folder with .cl and .clcpp files, at any depth").required();
  line.add("--port N", options.port, "listen on this port (default: one that is free)").range(1U, 65535U);
  line.flag("--confine{*} FOLDER", arguments.confined_to,
            "sources see only FOLDER, or the one given here, and the include folders");
  Selection ignored;
  add_analysis_options(line, options.analysis, ignored);
  line.flag("--time", options.time, "forecast how long a launch takes, too; needs --global-size");
  add_target_option(line, arguments.targets,
                    "what to compile for, as in clc compile (default: spirv64); repeat it for each target");
  add_quiet_option(line, arguments.quiet);
  add_job_options(line, arguments);
  add_tool_option(line, options.compile.tools);
  line.footer([] { return compile_footer(k_examples); });
  if (!CLC_TRY(parse_compile_line(line, words, options.compile))) return false;
  CLC_TRY(refuse(
      {{options.time && !options.analysis.has_size(), "--time needs the work-items of the launch: --global-size"}}));
  return true;
}

}  // namespace

Result<int> serve_command(const std::vector<std::string>& words, Sink& sink) {
  ServeOptions options;
  if (!CLC_TRY(parse(words, options))) return 0;
  CompileArguments& given = options.compile.arguments;
  given.files = {options.folder};
  if (given.targets.empty()) given.targets.emplace_back(k_default_target);
  if (given.confined_to == k_confine_to_served) given.confined_to = options.folder;
  CompileArguments arguments = CLC_TRY(compile_arguments(options.compile));
  AnalysisRequest request = CLC_TRY(parse_analysis(options.analysis));
  request.with_effort = options.time;
  arguments.sections = {section_name(request)};
  arguments.files.clear();  // which ones are in the folder is seen while it is served
  if (arguments.quiet) sink.be_quiet();
  CLC_TRY(serve(std::move(arguments), options.folder, options.port, sink));
  return 0;
}

}  // namespace clc
