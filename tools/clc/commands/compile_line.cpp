#include "commands/compile_line.h"

#include "plan/output_options.h"
#include "support/command_line.h"

namespace clc {
namespace {

constexpr const char* k_examples = R"(Examples:
  clc compile vecadd.cl -t spirv64 -o vecadd.clcpack
  clc compile vecadd.cl -t spirv64 -o vecadd.spv
  clc compile *.cl -t spirv64:1.2 -t nvptx:sm_90 -t driver:pocl -Iinclude -cl-std=CL3.0 -o kernels
  clc compile - -t spirv64 -o - < vecadd.cl > vecadd.clcpack
  clc compile a.cl b.cl -t spirv64 -o kernels -MD -MF kernels.d --keep-going
)";

}  // namespace

Result<bool> read_compile_line(const std::vector<std::string>& words, CompileOptions& options, std::string& plan) {
  bool is_json = false;  // the sink's concern
  const CommandLine line("Compiles OpenCL C files, each for every target, into one package.", "clc compile");
  line.add("FILE", options.arguments.files, k_source_files_help);
  add_target_option(line, options.arguments.targets, k_compile_target_help);
  add_output_options(line, options);
  add_format_option(line, is_json);
  line.add("--plan json", plan,
           "print the jobs, what they read and their commands, and compile nothing (docs/scale.md)")
      .one_of({"json"});
  add_quiet_option(line, options.arguments.quiet);
  add_source_options(line, options.arguments);
  add_job_options(line, options.arguments);
  add_tool_option(line, options.tools);
  line.footer([] { return compile_footer(k_examples); });
  return parse_compile_line(line, words, options);
}

}  // namespace clc
