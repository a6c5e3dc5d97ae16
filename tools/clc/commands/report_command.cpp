// clc report: shows what kernels need on each target, and how many of their waves fit.
#include "clc/package/package.h"
#include "commands/command.h"
#include "commands/selection_options.h"
#include "report/instruction_mix.h"
#include "report/resource_report.h"
#include "support/command_line.h"
#include "support/environment_help.h"
#include "support/standard_streams.h"

namespace clc {

Result<int> report_command(const std::vector<std::string>& arguments, Sink& sink) {
  bool count = false;
  std::vector<std::string> tool_texts;
  std::string path, format = "text";
  std::size_t width = 100;
  Selection selection;
  CLI::App app(
      "Shows registers, spills, memory, code size and occupancy of each kernel on each target, as the\n"
      "compilers wrote them into the package. What is not known is '-'.",
      "clc report");
  app.add_option("PACKAGE", path, "a folder or a .clcpack file; - is standard input")->required();
  add_selection_options(app, selection);
  app.add_option("--format", format, "text (default), csv with Radeon GPU Analyzer's column names, or json")
      ->check(CLI::IsMember({"text", "csv", "json"}))
      ->type_name("text|csv|json");
  app.add_option("--width", width,
                 "columns of the text; a wider table becomes several (default: 100; 0: one table, however wide)")
      ->check(CLI::Range(std::size_t{0}, std::size_t{100000}))
      ->type_name("COLUMNS");
  app.add_flag("--instructions", count,
               "count the instructions of NVIDIA's and Intel's machine code, with nvdisasm (or cuobjdump) and iga64");
  app.add_option("--tool", tool_texts, k_tool_option_help)->allow_extra_args(false)->type_name("NAME=PATH");
  app.footer("Examples:\n  clc report kernels\n  clc report kernels -t 'amdgcn:*' --work-group 64,256 --format csv\n" +
             environment_help({Reads::k_tools}));
  const Result<bool> parsed = parse_command_line(app, arguments);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;

  const Result<ToolPaths> tools = parse_tool_paths(tool_texts);
  if (!tools) return fail(tools);
  const Result<Package> package = Package::open(path);
  if (!package) return fail(package);
  Result<std::vector<KernelMetrics>> kernels = select_kernels(package->manifest(), selection);
  if (!kernels) return fail(kernels);
  int code = 0;
  if (count) {
    const Result<int> counted = add_instruction_mix(*package, *tools, sink, *kernels);
    if (!counted) return fail(counted);
    code = *counted;
  }
  const std::string text = format == "json"  ? report_json(*kernels, selection)
                           : format == "csv" ? report_csv(*kernels, selection)
                                             : report_text(*kernels, selection, width);
  if (Result<void> printed = print(text); !printed) return fail(printed);
  return code;
}

}  // namespace clc
