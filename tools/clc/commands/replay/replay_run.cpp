#include "commands/replay/replay_run.h"

#include <algorithm>

#include "base/environment_variable.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/package/package.h"
#include "clc/package/target.h"
#include "commands/commands.h"
#include "commands/emulate/chips.h"
#include "commands/replay/compare_memory.h"
#include "confine/driver_rules.h"
#include "package/find_packages.h"
#include "package/one_module.h"
#include "recording/recording_folder.h"
#include "toolchain/installed_devices.h"
#include "toolchain/run_process.h"
#include "toolchain/tools.h"

namespace clc {
namespace {

// A device of this machine, by its number, and what to compile for it.
struct ChosenDevice {
  std::size_t number = 0;
  std::string target;
};

Result<ChosenDevice> choose_device(const Capture& capture, const std::string& name) {
  const std::vector<ListedDevice> devices = CLC_TRY(installed_devices());
  std::size_t number = devices.size();
  if (!name.empty()) {
    number = CLC_TRY(devices_like(devices, name)).front();
  } else {
    const auto found = std::ranges::find(devices, capture.device.name, &ListedDevice::device);
    number = static_cast<std::size_t>(found - devices.begin());
  }
  if (number == devices.size()) {
    return fail(ErrorKind::k_unavailable,
                "the launch was captured on " + capture.device.name +
                    ", which is not here: name another device by --device, or a target by -t");
  }
  const std::vector<Target> targets = targets_for(devices[number], devices);
  if (targets.empty())
    return fail(ErrorKind::k_unavailable, "clc compiles nothing for " + describe(devices[number]) + ": give a target");
  return ChosenDevice{number, targets.front().name()};
}

Result<Bytes> compile(const Capture& capture, const std::string& target, const std::string& checks,
                      const std::string& folder, Sink& sink) {
  const std::string recording = join_path(folder, "recording"), package = join_path(folder, "module.clcpack");
  CLC_TRY(unpack_recording(capture, recording));
  std::vector<std::string> words = {recording, "-t", target, "-o", package, "-q"};
  if (!checks.empty()) words.push_back("--sanitize=" + checks);
  const int code = CLC_TRY(compile_command(words, sink));
  for (const ErrorKind kind : {ErrorKind::k_compile, ErrorKind::k_unavailable, ErrorKind::k_crash}) {
    if (code == exit_code(kind)) return fail(kind, "the captured program could not be compiled for " + target);
  }
  if (code != 0) return fail(ErrorKind::k_usage, "the captured program cannot be compiled for " + target);
  return read_file(package);
}

// The module with the kernel, alone, with all variants or those of one target.
Result<Bytes> module_with(const Package& package, const std::string& kernel, const std::string& target) {
  const std::string name = target.empty() ? "" : CLC_TRY(parse_target(target)).name();
  for (Module module : package.manifest().modules) {
    const bool has_kernel = std::ranges::any_of(
        module.interfaces, [&](const Interface& interface) { return interface.find(kernel) != nullptr; });
    if (!has_kernel) continue;
    if (!name.empty()) std::erase_if(module.variants, [&](const Variant& variant) { return variant.target != name; });
    if (!module.variants.empty()) return package_of_module(package, module);
  }
  return fail(ErrorKind::k_unavailable, "the package has no " + kernel + (name.empty() ? "" : " for " + name));
}

// The driver that may take a package where no target is named: clc's own over CUDA if any variant is for it.
Result<DriverKind> driver_of_any(const Bytes& bytes) {
  const Package package = CLC_TRY(Package::from_memory(bytes));
  for (const Module& module : package.manifest().modules) {
    for (const Variant& variant : module.variants) {
      if (driver_of(variant.target) == DriverKind::k_cuda) return DriverKind::k_cuda;
    }
  }
  return DriverKind::k_any;
}

Failure failure_of(const Finished& finished, std::chrono::seconds limit) {
  const std::string said(trimmed(finished.errors));
  if (finished.timed_out)
    return fail(ErrorKind::k_crash, "the launch took longer than " + std::to_string(limit.count()) + " s");
  if (finished.ending.signal != 0) {
    return fail(ErrorKind::k_crash,
                "the driver crashed: clc-driver " + finished.ending.describe() + (said.empty() ? "" : ":\n" + said));
  }
  const bool is_unavailable = finished.ending.exit_code == exit_code(ErrorKind::k_unavailable);
  const bool is_damaged = finished.ending.exit_code == exit_code(ErrorKind::k_damaged);
  const ErrorKind kind = is_unavailable ? ErrorKind::k_unavailable
                         : is_damaged   ? ErrorKind::k_damaged
                                        : ErrorKind::k_opencl;
  return fail(kind, said.empty() ? "clc-driver " + finished.ending.describe() : said);
}

}  // namespace

Result<Replayer> Replayer::make(const Capture& capture, const ReplayPlace& place, std::chrono::seconds limit,
                                Sink& sink) {
  Replayer replayer(CLC_TRY(ScratchFolder::make()));
  replayer.limit_ = limit;
  replayer.has_checks_ = !place.checks.empty();
  std::string target = place.target;
  const bool is_packaged = !place.package.empty() || !capture.module.empty();
  // Without a name the first device is meant that takes the target or the package.
  if (!place.device.empty() || (target.empty() && !is_packaged)) {
    const ChosenDevice chosen = CLC_TRY(choose_device(capture, place.device));
    replayer.device_ = std::to_string(chosen.number);
    if (target.empty()) target = chosen.target;
  }
  const auto packaged = capture.files.find(k_captured_package);
  if (!place.package.empty() || packaged != capture.files.end()) {
    const Package package =
        CLC_TRY(place.package.empty() ? Package::from_memory(packaged->second) : open_package(place.package));
    replayer.package_ = CLC_TRY(module_with(package, capture.kernel, place.target));
  } else {
    replayer.package_ = CLC_TRY(compile(capture, target, place.checks, replayer.folder_.path(), sink));
  }
  replayer.driver_ = target.empty() ? CLC_TRY(driver_of_any(replayer.package_)) : driver_of(target);
  const Result<Target> parsed = target.empty() ? fail(ErrorKind::k_usage, "") : parse_target(target);
  if (parsed && parsed->family == Family::k_amdgcn && is_emulated_chip(parsed->arch) && place.device.empty())
    replayer.chip_ = parsed->arch;
  return replayer;
}

void Replayer::describe_arguments(Capture& capture) const {
  const Result<Package> package = Package::from_memory(package_);
  if (!package) return;
  for (const Module& module : package->manifest().modules) {
    for (const Interface& interface : module.interfaces) {
      const KernelInterface* const kernel = interface.find(capture.kernel);
      if (kernel == nullptr || kernel->arguments.size() != capture.arguments.size()) continue;
      for (std::size_t i = 0; i < capture.arguments.size(); ++i) {
        CapturedArgument& argument = capture.arguments[i];
        if (argument.name.empty()) argument.name = kernel->arguments[i].name;
        if (element_type(argument, capture).empty()) argument.type = kernel->arguments[i].plain_type();
      }
    }
  }
}

Result<ReplayedLaunch> Replayer::run_on(const Settings& settings, const std::string& capture,
                                        std::uint64_t runs) const {
  const std::string work = join_path(folder_.path(), "work");
  const auto allow = [&](FileRules& rules) {
    rules.allow_all(folder_.path());
    allow_devices(rules);
  };
  auto limits = CLC_TRY(limits_of_process(FileRules::Limit::k_writing, allow, driver_));
  const std::string driver = CLC_TRY(find_helper("clc-driver"));
  ProcessSpec spec;
  spec.arguments = {driver, "--replay", capture, device_, std::to_string(runs)};
  spec.folder = work;
  spec.limit = std::move(limits);
  spec.forced_settings = {"OPENCL_LAYERS=", "TMPDIR=" + folder_.path()};
  // Intel's driver for CPUs takes several times as long for such kernels when it makes vectors of their items.
  constexpr const char* k_mode = "CL_CONFIG_CPU_VECTORIZER_MODE";
  if (has_checks_ && environment_variable(k_mode).empty()) spec.forced_settings.push_back(std::string(k_mode) + "=1");
  for (const auto& [name, value] : settings) spec.forced_settings.push_back(name + "=" + value);
  const Finished finished = CLC_TRY(run_process(spec, package_, limit_));
  if (finished.timed_out || !finished.ending.clean()) return failure_of(finished, limit_);
  const ReplayedLaunch replayed = CLC_TRY(in_context("clc-driver", decode_replayed_launch(finished.output)));
  if (has_checks_ && !replayed.has_checks)
    return fail(ErrorKind::k_usage, "the package has no checks: compile it with --sanitize");
  return replayed;
}

Result<ReplayedLaunch> Replayer::run(const Capture& capture, std::uint64_t runs) {
  const std::string file = join_path(folder_.path(), "capture");
  CLC_TRY(write_file_atomically(file, encode_capture(capture)));
  CLC_TRY(make_folders(join_path(folder_.path(), "work")));
  Result<ReplayedLaunch> replayed = run_on(settings_, file, runs);
  const bool is_missing = !replayed && replayed.error().kind == ErrorKind::k_unavailable && settings_.empty();
  if (!is_missing || chip_.empty()) return replayed;
  const std::string driver = CLC_TRY(find_emulator());
  emulator_.emplace(CLC_TRY(PathWithoutColon::make(driver)));
  settings_ = emulated_gpu(emulator_->get(), chip_);
  return run_on(settings_, file, runs);
}

}  // namespace clc
