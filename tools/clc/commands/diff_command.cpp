// clc diff: compares the kernels of two packages.
#include <algorithm>

#include "clc/package/package.h"
#include "commands/command.h"
#include "commands/selection_options.h"
#include "report/diff.h"
#include "report/diff_code.h"
#include "support/command_line.h"
#include "support/environment_help.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

// In a diff a package may lack what was asked for: that is a difference.
std::vector<KernelMetrics> kernels_of(const Package& package, const Selection& selection) {
  return select_kernels(package.manifest(), selection).value_or(std::vector<KernelMetrics>());
}

}  // namespace

Result<int> diff_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::string before, after;
  std::vector<std::string> tool_texts;
  Selection selection;
  bool json = false, exit_code_wanted = false, with_isa = false;
  CLI::App app(
      "Shows what differs between the kernels of two packages: registers, spills, memory, code size,\n"
      "occupancy, code, and kernels that were added or removed.",
      "clc diff");
  app.add_option("BEFORE", before, "a folder or a .clcpack file")->required();
  app.add_option("AFTER", after, "the other package; one of the two may be - for standard input")->required();
  add_selection_options(app, selection);
  app.add_flag("--exit-code", exit_code_wanted, "exit 6 when a metric got worse or a kernel is gone");
  app.add_flag("--isa", with_isa, "show how the disassembly of changed kernels differs");
  app.add_option("--tool", tool_texts, k_tool_option_help)->allow_extra_args(false)->type_name("NAME=PATH");
  add_format_option(app, json);
  app.footer("Example:\n  clc diff released.clcpack kernels --exit-code\n" + environment_help({Reads::k_tools}));
  const Result<bool> parsed = parse_command_line(app, arguments);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  if (before == "-" && after == "-") return fail(ErrorKind::k_usage, "- (standard input) can be given only once");

  DisassemblyOptions disassembly;
  Result<ToolPaths> tools = parse_tool_paths(tool_texts);
  if (!tools) return fail(tools);
  disassembly.tools = std::move(*tools);

  const Result<Package> old_package = Package::open(before);
  if (!old_package) return fail(old_package);
  const Result<Package> new_package = Package::open(after);
  if (!new_package) return fail(new_package);
  const std::vector<KernelMetrics> old = kernels_of(*old_package, selection), now = kernels_of(*new_package, selection);
  if (old.empty() && now.empty()) return fail(ErrorKind::k_usage, "neither package has kernels that match");

  std::vector<KernelChange> changes = compare(old, now, selection);
  compare_code(*old_package, *new_package, changes);
  int code = 0;
  if (with_isa) code = compare_isa(*old_package, *new_package, disassembly, sink, changes);
  if (Result<void> printed = print(json ? diff_json(changes) : diff_text(changes, sink.has_output_color())); !printed) {
    return fail(printed);
  }
  const bool worse = std::any_of(changes.begin(), changes.end(), is_worse);
  return exit_code_wanted && worse ? exit_code(ErrorKind::k_gate) : code;
}

}  // namespace clc
