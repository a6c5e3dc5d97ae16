// `clrun profile`.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/text.h"
#include "base/try.h"
#include "commands.h"
#include "common/registry.h"
#include "context.h"
#include "output.h"
#include "profile/kernel_arguments.h"
#include "profile/profile_report.h"
#include "profile/tracer.h"
#include "support/command_line.h"
#include "support/work_size.h"

namespace clc::clrun {
namespace {

constexpr std::uint64_t k_default_size = 16384;  // elements: small, because every access is recorded

Result<ProfiledChip> chip_of(const ProfileOptions& options) {
  const Target target = CLC_TRY(in_context("--chip", parse_target(options.chip)));
  const bool is_wide = target.family == Family::k_amdgcn && target.arch.rfind("gfx1", 0) != 0;
  const unsigned wave = is_wide ? 64 : options.wave != 0 ? options.wave : 32;
  const Target named = target.family == Family::k_cubin ? Target{Family::k_nvptx, target.arch, {}} : target;
  const std::optional<ChipMemory> memory = chip_memory(named, wave);
  if (!memory)
    return fail(ErrorKind::k_usage, "--chip " + options.chip +
                                        " names no chip, as nvptx:sm_90 and "
                                        "amdgcn:gfx1100 do");
  if (options.wave != 0 && options.wave != memory->wave) {
    return fail(ErrorKind::k_usage, "--wave " + std::to_string(options.wave) + ": waves of " + target.name() +
                                        " have " + std::to_string(memory->wave) + " lanes");
  }
  return ProfiledChip{target.name(), *memory};
}

// "MODULE/NAME", or the name alone where one module has it.
Result<std::pair<std::string, std::string>> find_kernel(const Package& package, const std::string& name) {
  const std::size_t slash = name.find('/');
  const std::string module = slash == std::string::npos ? "" : name.substr(0, slash);
  const std::string kernel = slash == std::string::npos ? name : name.substr(slash + 1);
  std::vector<std::string> modules, known;
  for (const Module& one : package.manifest().modules) {
    for (const Interface& interface : one.interfaces) {
      for (const KernelInterface& there : interface.kernels) known.push_back(there.name);
      const bool has_it = interface.find(kernel) != nullptr && (module.empty() || module == one.name);
      if (has_it && (modules.empty() || modules.back() != one.name)) modules.push_back(one.name);
    }
  }
  if (modules.size() == 1) return std::make_pair(modules.front(), kernel);
  if (modules.empty()) return fail(ErrorKind::k_usage, "no kernel '" + name + "'" + suggestion(kernel, known));
  return fail(ErrorKind::k_usage, "kernel " + kernel + " is in several modules: --kernel " +
                                      join(modules, "/" + kernel + " or ") + "/" + kernel);
}

// A size that groups do not divide would be rounded up, and the kernel would reach beyond its buffers.
Result<void> check_groups(const WorkSize& global, const WorkSize& given, const KernelInterface& kernel) {
  for (std::size_t d = 0; d < global.size(); ++d) {
    const std::uint64_t group = given[0] != 0 ? given[d] : kernel.required_work_group_size[d];
    if (group == 0 || global[d] % group == 0) continue;
    return fail(
        ErrorKind::k_usage,
        "--global-size " + shape_text(global) + " is no multiple of work-groups of " +
            (given[0] != 0 ? shape_text(given) : shape_text(kernel.required_work_group_size) + ", which it requires"));
  }
  return {};
}

Result<void> launch_kernel(algorithms::Session& session, const std::string& wanted, const Options& options) {
  const ProfileOptions& profile = options.profile;
  const auto [module, name] = CLC_TRY(find_kernel(session.package(), wanted));
  const Kernel kernel = CLC_TRY(session.kernel(module, name));
  CLC_TRY(check_groups(profile.global, profile.local, kernel.interface()));
  const auto arguments =
      CLC_TRY(KernelArguments::make(session.queue(), kernel.interface(), profile.arguments, options.seed));
  NDRange range;
  range.dimensions = 3;
  for (unsigned d = 0; d < 3; ++d) {
    range.global[d] = profile.global[d];
    range.local[d] = profile.local[0] == 0 ? 0 : profile.local[d];
  }
  const auto time = session.launch(module, kernel, range, arguments.list().data(), arguments.list().size());
  return time ? Result<void>() : fail(time);
}

// Runs the algorithms as clrun verify does. Returns what went wrong, a line each.
Result<std::vector<std::string>> run_algorithms(algorithms::Session& session, const Options& options) {
  const auto selections = CLC_TRY(select_algorithms(options.names, algorithms::all_algorithms()));
  std::vector<std::string> problems;
  std::vector<std::uint64_t> sizes = options.sizes;
  if (sizes.empty()) sizes.push_back(k_default_size);
  for (const Selection& selection : selections) {
    for (const algorithms::AlgorithmVariant* variant : selection.variants) {
      const std::string name = selection.algorithm->name + "/" + variant->name;
      for (const std::uint64_t size : sizes) {
        const auto verdict =
            CLC_TRY(in_context(name, variant->verify(session, {size, options.offset.value_or(0), options.seed})));
        if (!verdict.skipped.empty()) problems.push_back(name + " is skipped: " + verdict.skipped);
        if (verdict.skipped.empty() && !verdict.passed) problems.push_back(name + " is wrong: " + verdict.detail);
      }
    }
  }
  return problems;
}

Result<void> check(const Options& options) {
  const ProfileOptions& profile = options.profile;
  if (profile.kernels.empty()) {
    if (!profile.arguments.empty() || profile.global[0] != 0 || profile.local[0] != 0)
      return fail(ErrorKind::k_usage, "--arg, --global-size and --work-group need --kernel");
    if (options.names.empty()) return fail(ErrorKind::k_usage, "name an algorithm, or a kernel with --kernel");
    return {};
  }
  if (!options.names.empty()) return fail(ErrorKind::k_usage, "name an algorithm or --kernel, not both");
  if (profile.global[0] == 0) return fail(ErrorKind::k_usage, "--kernel needs --global-size");
  return {};
}

constexpr const char* k_install = "install one, for instance Intel's OpenCL runtime for CPUs (docs/profiling.md)";

// Kernels that record what they do are SPIR-V, whatever else a package for the device could have.
Result<void> check_device(const DeviceFacts& device) {
  if (device.il_version.find("SPIR-V") != std::string::npos) return {};
  return fail(ErrorKind::k_unavailable, "clrun profile needs a driver that takes SPIR-V, and " + device.name + " (" +
                                            device.platform_name + ") takes none: choose another with --device, or " +
                                            k_install);
}

// The one device, or its parts. Where there is none, an error says how to get one.
Result<std::vector<std::unique_ptr<algorithms::Session>>> sessions_of(const Options& options, Sink& sink) {
  auto sessions = open_sessions(options, sink);
  const auto devices = list_devices();
  if (sessions || !devices || !devices->empty()) return sessions;
  return fail(
      ErrorKind::k_unavailable,
      std::string("there is no OpenCL device, and clrun profile needs one whose driver takes SPIR-V: ") + k_install);
}

void add_kernel_options(const CommandLine& line, ProfileOptions& into) {
  line.add("--kernel [MODULE/]NAME", into.kernels,
           "instead of algorithms: this kernel of the package; several are launched alike, one after another")
      .one_value_each();
  add_work_size(line, "--global-size XxYxZ", into.global, "its work-items");
  add_work_size(line, "--work-group XxYxZ", into.local,
                "work-items of a group (default: as the kernel requires, else up to 256)");
  line.add("--arg VALUE", into.arguments, k_argument_help).one_value_each();
}

Result<bool> parse_profile(const std::vector<std::string>& arguments, Options& options) {
  const CommandLine line("Records every memory access, and shows what they cost on a chip that is not here.",
                         "clrun profile");
  options.records = true;
  add_names(line, options);
  add_sizes(line, options);
  add_device_options(line, options);
  ProfileOptions& into = options.profile;
  line.add("--chip TARGET", into.chip, "the chip: a target such as nvptx:sm_90, amdgcn:gfx1100 or r600:cypress")
      .required();
  line.add("--wave 32|64", into.wave, "lanes of a wave, of chips that have two sizes (default: 32)")
      .one_of({32, 64})
      .without_limits_in_messages();
  add_kernel_options(line, into);
  line.add("--groups N", into.groups, "record so many groups of each launch, spread evenly (default: all)")
      .positive()
      .without_limits_in_messages();
  line.add("--trace-size MIB", into.trace_mib, "room for the records of one launch in MiB (default: 256)")
      .range(1, 65536)
      .without_limits_in_messages();
  add_offset(line, options, "0");
  add_seed(line, options, "inputs");
  add_format(line, options, {{"text", Format::k_text}, {"json", Format::k_json}, {"csv", Format::k_csv}});
  line.footer(
      "Example:\n  clrun profile --package mine.clcpack --kernel blur --global-size 512x512 --arg buffer:float:262144 "
      "--chip nvptx:sm_90\n" +
      device_environment());
  return line.parse(arguments);
}

Result<int> profile(const Options& options, Output& output, Sink& sink) {
  CLC_TRY(check(options));
  const ProfiledChip chip = CLC_TRY(chip_of(options.profile));
  // Intel's driver for CPUs takes six times as long for kernels that record when it makes vectors of their items.
  setenv("CL_CONFIG_CPU_VECTORIZER_MODE", "1", 0);
  const auto sessions = CLC_TRY(sessions_of(options, sink));
  if (sessions.size() != 1) {
    return fail(ErrorKind::k_usage,
                "clrun profile needs one sub-device; " + std::to_string(sessions.size()) + " were selected");
  }
  algorithms::Session& session = *sessions.front();
  CLC_TRY(check_device(session.facts()));
  Tracer tracer(session, chip.memory, {options.profile.trace_mib << 20U, options.profile.groups});
  session.set_launcher([&](const std::string& module, const Kernel& kernel, const NDRange& range,
                           const KernelArgument* arguments,
                           std::size_t count) { return tracer.launch(module, kernel, range, arguments, count); });
  std::vector<std::string> problems;
  for (const std::string& kernel : options.profile.kernels)
    CLC_TRY(in_context(kernel, launch_kernel(session, kernel, options)));
  if (options.profile.kernels.empty()) problems = CLC_TRY(run_algorithms(session, options));
  const std::vector<KernelFigures> figures = tracer.take_figures();
  if (options.format == Format::k_json) {
    JsonWriter json(2);
    write_profile(figures, chip, json.begin_object().key("kernels"));
    json.key("problems").values(problems).end_object();
    output.write(json.text() + "\n");
  } else if (options.format == Format::k_csv) {
    output.write(profile_csv(figures, chip));
  } else {
    output.write(profile_text(figures, chip));
  }
  for (const std::string& problem : problems) sink.message(Severity::k_warning, problem);
  const bool is_wrong =
      std::ranges::any_of(problems, [](const auto& text) { return text.find(" is wrong") != std::string::npos; });
  return is_wrong ? 6 : 0;
}

}  // namespace

Result<int> profile_kernels(const std::vector<std::string>& arguments, Sink& sink) {
  Options options;
  if (!CLC_TRY(parse_profile(arguments, options))) return 0;
  return with_output(options.kernel_output, [&](Output& output) { return profile(options, output, sink); });
}

}  // namespace clc::clrun
