// clc warm: fills the caches of this machine's drivers with what applications will ask for.
#include <algorithm>
#include <set>
#include <utility>

#include "base/environment_help.h"
#include "base/platform/machine.h"
#include "base/try.h"
#include "clc/cache/admin.h"
#include "clc/cache/store.h"
#include "clc/package/package.h"
#include "commands/commands.h"
#include "commands/warm/task_failure.h"
#include "commands/warm/warm_recording.h"
#include "package/find_packages.h"
#include "protocol/warm_protocol.h"
#include "recording/recording.h"
#include "support/command_line.h"
#include "toolchain/helpers.h"
#include "toolchain/installed_devices.h"

namespace clc {
namespace {

struct WarmOptions {
  std::vector<std::string> given;
  std::string device;
  TaskLimits limits;
  bool is_json = false, quiet = false;
};

Result<bool> parse(const std::vector<std::string>& arguments, WarmOptions& options) {
  const CommandLine line(
      "Lets the drivers of this machine compile what is in recordings and packages, and keeps it in the cache, so "
      "that\n"
      "applications find it there: with a recording those that run with the OpenCL layer, with a package those that\n"
      "use the package. Run it after an installation, and when a driver changed; what is there is left alone.",
      "clc warm");
  line.add("RECORDING|PACKAGE", options.given, "folders of clc record; packages").required();
  line.add("--device NAME", options.device, "only devices whose name or platform contains NAME (default: all)");
  options.limits.processes = platform::processors();
  line.add("-j,--jobs N", options.limits.processes, "processes at a time (default: all cores)").range(1U, 4096U);
  unsigned seconds = 300;
  line.add("--timeout SECONDS", seconds, "limit for each program or module in seconds (default: 300)")
      .range(1U, 86400U);
  add_format_option(line, options.is_json);
  add_quiet_option(line, options.quiet);
  line.footer("Examples:\n  clc warm recording\n  clc warm app.clcpack --device NVIDIA -j 4\n" +
              environment_help({Reads::k_cache, Reads::k_helpers}));
  Result<bool> parsed = line.parse(arguments);
  options.limits.time = std::chrono::seconds(seconds);
  return parsed;
}

// Equal devices share what is kept.
std::vector<WarmDevice> distinct(const std::vector<ListedDevice>& devices, const std::vector<std::size_t>& wanted) {
  std::vector<WarmDevice> found;
  std::set<std::string> seen;
  for (const std::size_t index : wanted) {
    const ListedDevice& device = devices[index];
    const std::string name = device.device + " (" + device.platform + ")";
    if (seen.insert(name + "\n" + device.driver_version + "\n" + device.device_version).second)
      found.push_back({index, name});
  }
  return found;
}

class PackageWarmer {
 public:
  PackageWarmer(const std::string& path, const WarmDevice& device, const TaskLimits& limits, Sink& sink)
      : path_(path), device_(device), limits_(limits), sink_(sink) {}

  Result<Warmed> run() {
    const std::string program = CLC_TRY(find_helper("clc-warm"));
    const Package package = CLC_TRY(open_package(path_));
    const std::vector<WarmModule> modules = CLC_TRY(modules_here(program, package.manifest()));
    std::vector<Task> tasks;
    for (const WarmModule& module : modules) {
      if (module.state == WarmState::k_kept) ++warmed_.were_there;
      if (module.state == WarmState::k_finished) ++warmed_.finished;
      if (module.state == WarmState::k_unfit) ++warmed_.unfit;
      if (module.state == WarmState::k_useless) ++warmed_.not_kept[module.note];
      if (module.state != WarmState::k_missing) continue;
      Task& task = tasks.emplace_back();
      task.name = package.manifest().modules[module.module].name;
      task.device = device_.name;
      task.spec = spec({program, "--load", std::to_string(device_.index), path_, std::to_string(module.module)});
      task.end = [this, name = task.name](const Result<Finished>& finished) { end(name, finished); };
    }
    CLC_TRY(run_tasks(tasks, limits_, sink_));
    return std::move(warmed_);
  }

 private:
  static ProcessSpec spec(std::vector<std::string> arguments) {
    ProcessSpec spec;
    spec.arguments = std::move(arguments);
    return spec;
  }

  Result<std::vector<WarmModule>> modules_here(const std::string& program, const Manifest& manifest) const {
    const auto command = spec({program, "--modules", std::to_string(device_.index), path_});
    const Result<Finished> finished = run_process(command, "", limits_.time);
    if (const std::optional<Error> failed = failure_of(finished, limits_))
      return fail(ErrorKind::k_unavailable, failed->message);
    std::vector<WarmModule> modules = CLC_TRY(in_context("clc-warm", decode_warm_modules(finished->output)));
    for (const WarmModule& module : modules) {
      if (module.module >= manifest.modules.size())
        return fail(ErrorKind::k_unavailable, "clc-warm names a module that the package does not have");
    }
    return modules;
  }

  void end(const std::string& name, const Result<Finished>& finished) {
    if (const std::optional<Error> failed = failure_of(finished, limits_)) {
      warmed_.failed.emplace(name, *failed);
    } else if (finished->output.empty()) {
      ++warmed_.made;
    } else {
      ++warmed_.not_kept[finished->output];
    }
  }

  const std::string& path_;
  const WarmDevice& device_;
  const TaskLimits& limits_;
  Sink& sink_;
  Warmed warmed_;
};

// Says what became of it. Returns the exit code.
int report_warmed(const std::string& what, const WarmDevice& device, const Warmed& warmed, Sink& sink) {
  int code = 0;
  std::size_t shown = 0;
  constexpr std::size_t k_most = 20;
  for (const auto& [name, error] : warmed.failed) {
    if (++shown <= k_most) sink.message(Severity::k_error, name + " on " + device.name + ": " + error.message);
    code = std::max(code, exit_code(error.kind));
  }
  std::string text = what + " on " + device.name + ": " + std::to_string(warmed.made) + " compiled, " +
                     std::to_string(warmed.were_there) + " in the cache before";
  if (warmed.finished != 0) text += ", " + std::to_string(warmed.finished) + " finished in the package";
  if (warmed.unfit != 0) text += ", " + std::to_string(warmed.unfit) + " with nothing for the device";
  if (!warmed.failed.empty()) text += ", " + std::to_string(warmed.failed.size()) + " failed";
  for (const auto& [reason, times] : warmed.not_kept) text += ", " + std::to_string(times) + " not kept: " + reason;
  sink.message(Severity::k_note, text);
  return code;
}

Result<void> check_cache(Sink& sink) {
  const cache::Store store(CLC_TRY(cache::settings_from_environment()));
  if (const std::string exposed = cache::exposure(store.settings()); !exposed.empty())
    sink.message(Severity::k_warning, exposed);
  const std::string trouble = store.is_enabled() ? cache::trouble(store.settings()) : store.trouble();
  if (store.is_enabled() && trouble.empty()) return {};
  return fail(ErrorKind::k_io, "there is no cache to fill" +
                                   (trouble.empty() ? ": CLC_CACHE turns it off, or nothing says where it is; set "
                                                      "CLC_CACHE_DIR"
                                                    : ": " + trouble));
}

}  // namespace

Result<int> warm_command(const std::vector<std::string>& arguments, Sink& sink) {
  WarmOptions options;
  if (!CLC_TRY(parse(arguments, options))) return 0;
  if (options.quiet) sink.be_quiet();
  // An argument that cannot be read is told before any driver works.
  for (const std::string& given : options.given) {
    if (is_recording(given)) continue;
    CLC_TRY(open_package(given));
  }
  CLC_TRY(check_cache(sink));
  const std::vector<ListedDevice> devices = CLC_TRY(installed_devices());
  const std::vector<std::size_t> wanted = CLC_TRY(devices_like(devices, options.device));
  int code = 0;
  for (const WarmDevice& device : distinct(devices, wanted)) {
    for (const std::string& given : options.given) {
      const Warmed warmed = CLC_TRY(is_recording(given) ? warm_recording(given, device, options.limits, sink)
                                                        : PackageWarmer(given, device, options.limits, sink).run());
      const bool says_all = !options.quiet || !warmed.failed.empty();
      if (says_all) code = std::max(code, report_warmed(given, device, warmed, sink));
    }
  }
  return code;
}

}  // namespace clc
