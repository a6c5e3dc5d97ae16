// clc diff: what became of a package's kernels in another package.
#include <algorithm>

#include "clc/package/package.h"
#include "command.h"
#include "diff.h"
#include "selection_options.h"

namespace clc {
namespace {

// In a diff a package may lack what was asked for: that is a difference.
Result<std::vector<KernelFigures>> read_kernels(const std::string& path, const Selection& selection) {
  const Result<Package> package = Package::open(path);
  if (!package) return tl::make_unexpected(package.error());
  Result<std::vector<KernelFigures>> kernels = select_kernels(package->manifest(), selection);
  if (!kernels) return std::vector<KernelFigures>();
  return kernels;
}

}  // namespace

Result<int> diff_command(const std::vector<std::string>& arguments, Sink&) {
  std::string before, after;
  Selection selection;
  bool json = false, exit_code_wanted = false;
  CLI::App app(
      "Shows what differs between the kernels of two packages: registers, spills, memory, code size,\n"
      "occupancy, binaries, and kernels that came or went.",
      "clc diff");
  app.add_option("BEFORE", before, "a folder or a .clcpack file")->required();
  app.add_option("AFTER", after, "the other; one of them may be -, standard input")->required();
  add_selection_options(app, selection);
  app.add_flag("--exit-code", exit_code_wanted, "exit 6 when a figure got worse or a kernel is gone");
  add_format_option(app, json);
  app.footer("Example:\n  clc diff released.clcpack kernels --exit-code\n");
  const Result<bool> parsed = parse_command_line(app, arguments);
  if (!parsed) return tl::make_unexpected(parsed.error());
  if (!*parsed) return 0;
  if (before == "-" && after == "-") return fail(ErrorKind::k_usage, "- can be given once only");

  const Result<std::vector<KernelFigures>> old = read_kernels(before, selection);
  if (!old) return tl::make_unexpected(old.error());
  const Result<std::vector<KernelFigures>> now = read_kernels(after, selection);
  if (!now) return tl::make_unexpected(now.error());
  if (old->empty() && now->empty()) return fail(ErrorKind::k_usage, "neither package has such kernels");

  const std::vector<KernelChange> changes = compare(*old, *now, selection);
  if (Result<void> printed = print(json ? diff_json(changes) : diff_text(changes)); !printed) {
    return tl::make_unexpected(printed.error());
  }
  const bool worse = std::any_of(changes.begin(), changes.end(), is_worse);
  return exit_code_wanted && worse ? exit_code(ErrorKind::k_gate) : 0;
}

}  // namespace clc
