#include "offline/offline_command.h"

#include <algorithm>

#include "base/environment_help.h"
#include "base/environment_variable.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/package/package.h"
#include "offline/device_info.h"
#include "offline/offline_plan.h"
#include "offline/spirv_needs.h"
#include "pipeline/pipeline.h"
#include "plan/build_options.h"
#include "plan/compile_options.h"
#include "plan/output_options.h"
#include "support/command_line.h"
#include "support/held_messages.h"
#include "support/interrupts.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"
#include "support/version.h"
#include "toolchain/installed_devices.h"

namespace clc {
namespace {

struct OfflineArguments {
  std::string source, output, device_info;
  OfflineMode mode = OfflineMode::k_binary;
  std::vector<BuildOption> options;
  bool is_done = false;  // help or version was printed
};

constexpr const char* k_summary =
    "Compiles one file of OpenCL C for the device that a file describes, as the Khronos conformance tests ask for it.\n"
    "Build options follow after --, as one word or as several.";
constexpr const char* k_example =
    "Example:\n"
    "  cl_offline_compiler --mode=spir-v --source=a.cl --output=a.spv --cl-device-info=device.txt -- -cl-std=CL3.0\n";

// The build options: words, or a single one that holds them all as clBuildProgram takes them.
Result<std::vector<BuildOption>> build_options(std::vector<std::string> words) {
  if (words.size() == 1) words = CLC_TRY(in_context("build options", split_words(words[0])));
  return parse_build_options(words, "build options");
}

Result<OfflineArguments> parse_offline_arguments(const std::vector<std::string>& words) {
  OfflineArguments arguments;
  // The tests write paths without quotes, so that one with blanks arrives as several words.
  std::vector<std::string> source, output, info;
  std::string mode;
  bool version = false;
  const CommandLine line(k_summary, "cl_offline_compiler");
  line.add("--source FILE", source, "the file of OpenCL C").required();
  line.add("--output FILE", output, "the file to write").required().check(refuse_standard_output);
  line.add("--cl-device-info FILE", info, "the file that describes the device").required();
  line.add("--mode MODE", mode, "binary or spir-v").required();
  line.flag("--version", version, "prints the version");
  line.footer([] { return k_example + environment_help({Reads::k_conformance}); });
  if (words.size() == 1 && words[0] == "--version") {
    arguments.is_done = true;
    CLC_TRY(print(std::string(k_generator) + "\n"));
    return arguments;
  }
  const auto dashes = std::ranges::find(words, "--");
  const bool parsed = CLC_TRY(line.parse({words.begin(), dashes}));
  arguments.is_done = !parsed;
  if (arguments.is_done) return arguments;
  if (mode != "binary" && mode != "spir-v")
    return fail(ErrorKind::k_usage, "--mode=" + mode + ": it must be binary or spir-v");
  arguments.mode = mode == "binary" ? OfflineMode::k_binary : OfflineMode::k_spirv;
  arguments.source = join(source, " ");
  arguments.output = join(output, " ");
  arguments.device_info = join(info, " ");
  if (dashes == words.end()) return arguments;
  arguments.options = CLC_TRY(build_options({dashes + 1, words.end()}));
  return arguments;
}

Result<DeviceInfo> read_device_info(const std::string& path) {
  const Bytes text = CLC_TRY(read_file(path));
  DeviceInfo info = CLC_TRY(in_context(path, parse_device_info(text)));
  return info;
}

// The arguments that clc compile would get, but for the target and the output.
Result<CompileArguments> compile_arguments_for(const OfflineArguments& given, const OfflinePlan& plan) {
  CompileArguments arguments;
  arguments.files = {given.source};
  arguments.name = "program";
  arguments.options = CLC_TRY(parse_build_options(plan.options, "the device"));
  arguments.options.insert(arguments.options.end(), given.options.begin(), given.options.end());
  CLC_TRY(add_environment(arguments));
  CLC_TRY(add_dumps_of_environment(arguments.outputs));
  return arguments;
}

// The binary for one target; empty with the exit code when it does not compile.
Result<int> compile_for(const Target& target, CompileArguments arguments, Sink& sink, Bytes& binary) {
  arguments.targets = {target.name()};
  const CompiledSources compiled = CLC_TRY(compile_sources(arguments, sink));
  if (compiled.code != 0) return compiled.code;
  // One file was compiled for one target.
  const Package& package = *compiled.built.package;
  binary = CLC_TRY(package.read(package.manifest().modules.at(0).variants.at(0)));
  return 0;
}

Result<void> check_needs(const OfflinePlan& plan, const DeviceInfo& info, BytesView module) {
  if (plan.spirv_capabilities.empty()) return {};
  const SpirvNeeds needs = read_spirv_needs(module);
  std::string missing;
  for (const std::uint64_t capability : needs.capabilities) {
    const auto& known = plan.spirv_capabilities;
    if (std::ranges::find(known, capability) == known.end()) missing += " capability " + std::to_string(capability);
  }
  for (const std::string& extension : needs.extensions) {
    const auto& known = plan.spirv_extensions;
    if (std::ranges::find(known, extension) == known.end()) missing += " " + extension;
  }
  if (missing.empty()) return {};
  return fail(ErrorKind::k_unavailable, "the device '" + info.name + "' does not take what the SPIR-V declares:" +
                                            missing + " (`clc targets --device` tells what it takes)");
}

// The devices of this machine; none when their drivers cannot be asked, for a target may be known without them.
std::vector<ListedDevice> devices_here() {
  Result<std::vector<ListedDevice>> devices = installed_devices();
  return devices ? *std::move(devices) : std::vector<ListedDevice>();
}

}  // namespace

Result<int> offline_command(const std::vector<std::string>& words, Sink& sink) {
  const OfflineArguments arguments = CLC_TRY(parse_offline_arguments(words));
  if (arguments.is_done) return 0;
  CLC_TRY(refuse_overwriting("--output", arguments.output, {arguments.source, arguments.device_info}));
  const DeviceInfo info = CLC_TRY(read_device_info(arguments.device_info));
  const OfflinePlan plan =
      CLC_TRY(plan_offline(arguments.mode, info, devices_here(), environment_variable("CLC_OFFLINE_TARGET")));
  const CompileArguments compile = CLC_TRY(compile_arguments_for(arguments, plan));

  // A kernel that does not compile for one chip may compile for a newer one. Only the messages of the last try are
  // shown.
  Bytes binary;
  for (const Target& target : plan.targets) {
    HeldMessages messages;
    const Result<int> compiled = compile_for(target, compile, messages, binary);
    if (!compiled) return fail(compiled);
    const bool is_last = target == plan.targets.back();
    const bool may_try_next = *compiled == exit_code(ErrorKind::k_compile) && !is_last;
    if (may_try_next) continue;
    messages.show(sink);
    if (*compiled != 0) return *compiled;
    break;
  }
  if (arguments.mode == OfflineMode::k_spirv) CLC_TRY(check_needs(plan, info, binary));
  const auto held = hold_for_output(arguments.output);
  CLC_TRY(write_file_atomically(arguments.output, binary));
  return 0;
}

}  // namespace clc
