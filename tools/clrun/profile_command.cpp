// `clrun profile`.
#include <algorithm>

#include "base/text.h"
#include "commands.h"
#include "common/registry.h"
#include "context.h"
#include "profile/kernel_arguments.h"
#include "profile/profile_report.h"
#include "profile/tracer.h"

namespace clc::clrun {
namespace {

constexpr std::uint64_t k_default_size = 16384;  // elements: small, because every access is recorded

Result<ProfiledChip> chip_of(const ProfileOptions& options) {
  const Result<Target> target = parse_target(options.chip);
  if (!target) return fail(target, "--chip");
  const bool is_wide = target->family == Family::k_amdgcn && target->arch.rfind("gfx1", 0) != 0;
  const unsigned wave = is_wide ? 64 : options.wave != 0 ? options.wave : 32;
  const Target named = target->family == Family::k_cubin ? Target{Family::k_nvptx, target->arch, {}} : *target;
  const std::optional<ChipMemory> memory = chip_memory(named, wave);
  if (!memory)
    return fail(ErrorKind::k_usage, "--chip " + options.chip +
                                        " names no chip, as nvptx:sm_90 and "
                                        "amdgcn:gfx1100 do");
  if (options.wave != 0 && options.wave != memory->wave) {
    return fail(ErrorKind::k_usage, "--wave " + std::to_string(options.wave) + ": waves of " + target->name() +
                                        " have " + std::to_string(memory->wave) + " lanes");
  }
  return ProfiledChip{target->name(), *memory};
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

Result<void> launch_kernel(algorithms::Session& session, const std::string& wanted, const Options& options) {
  const ProfileOptions& profile = options.profile;
  const auto found = find_kernel(session.package(), wanted);
  if (!found) return fail(found);
  const auto& [module, name] = *found;
  const Result<Kernel> kernel = session.kernel(module, name);
  if (!kernel) return fail(kernel);
  const auto arguments = KernelArguments::make(session.queue(), kernel->interface(), profile.arguments, options.seed);
  if (!arguments) return fail(arguments);
  NDRange range;
  range.dimensions = 3;
  for (unsigned d = 0; d < 3; ++d) {
    range.global[d] = profile.global[d];
    range.local[d] = profile.local[0] == 0 ? 0 : profile.local[d];
  }
  const auto time = session.launch(module, *kernel, range, arguments->list().data(), arguments->list().size());
  return time ? Result<void>() : fail(time);
}

// Runs the algorithms as clrun verify does. Returns what went wrong, a line each.
Result<std::vector<std::string>> run_algorithms(algorithms::Session& session, const Options& options) {
  const auto selections = select_algorithms(options.names, algorithms::all_algorithms());
  if (!selections) return fail(selections);
  std::vector<std::string> problems;
  std::vector<std::uint64_t> sizes = options.sizes;
  if (sizes.empty()) sizes.push_back(k_default_size);
  for (const Selection& selection : *selections) {
    for (const algorithms::AlgorithmVariant* variant : selection.variants) {
      const std::string name = selection.algorithm->name + "/" + variant->name;
      for (const std::uint64_t size : sizes) {
        const auto verdict = variant->verify(session, {size, options.offset.value_or(0), options.seed});
        if (!verdict) return fail(verdict, name);
        if (!verdict->skipped.empty()) problems.push_back(name + " is skipped: " + verdict->skipped);
        if (verdict->skipped.empty() && !verdict->passed) problems.push_back(name + " is wrong: " + verdict->detail);
      }
    }
  }
  return problems;
}

Result<void> check(const Options& options) {
  const ProfileOptions& profile = options.profile;
  if (profile.kernels.empty()) {
    if (!profile.arguments.empty() || profile.global[0] != 0 || profile.local[0] != 0) {
      return fail(ErrorKind::k_usage, "--arg, --global and --local need --kernel");
    }
    if (options.names.empty()) return fail(ErrorKind::k_usage, "name an algorithm, or a kernel with --kernel");
    return {};
  }
  if (!options.names.empty()) return fail(ErrorKind::k_usage, "name an algorithm or --kernel, not both");
  if (profile.global[0] == 0) return fail(ErrorKind::k_usage, "--kernel needs --global");
  return {};
}

// Kernels that record what they do are SPIR-V, whatever else a package for the device could have.
Result<void> check_device(const DeviceFacts& device) {
  if (device.il_version.find("SPIR-V") != std::string::npos) return {};
  return fail(ErrorKind::k_unavailable, "clrun profile needs a driver that takes SPIR-V, and " + device.name + " (" +
                                            device.platform_name +
                                            ") takes none: choose another with --device, or install one, for instance "
                                            "Intel's OpenCL runtime for CPUs");
}

}  // namespace

Result<int> profile_kernels(const Options& options, Output& output) {
  if (const Result<void> checked = check(options); !checked) return fail(checked);
  const Result<ProfiledChip> chip = chip_of(options.profile);
  if (!chip) return fail(chip);
  const auto sessions = open_sessions(options);
  if (!sessions) return fail(sessions);
  if (sessions->size() != 1) {
    return fail(ErrorKind::k_usage,
                "clrun profile takes one part of a device, and these are " + std::to_string(sessions->size()));
  }
  algorithms::Session& session = *sessions->front();
  if (const Result<void> checked = check_device(session.facts()); !checked) return fail(checked);
  Tracer tracer(session, chip->memory, {options.profile.trace_mib << 20U, options.profile.groups});
  session.set_launcher([&](const std::string& module, const Kernel& kernel, const NDRange& range,
                           const KernelArgument* arguments,
                           std::size_t count) { return tracer.launch(module, kernel, range, arguments, count); });
  std::vector<std::string> problems;
  for (const std::string& kernel : options.profile.kernels) {
    if (const Result<void> launched = launch_kernel(session, kernel, options); !launched) return fail(launched, kernel);
  }
  if (options.profile.kernels.empty()) {
    Result<std::vector<std::string>> ran = run_algorithms(session, options);
    if (!ran) return fail(ran);
    problems = *std::move(ran);
  }
  const std::vector<KernelFigures> figures = tracer.take_figures();
  if (options.format == Format::k_json) {
    JsonWriter json(2);
    write_profile(figures, *chip, json.begin_object().key("kernels"));
    json.key("problems").values(problems).end_object();
    output.write(json.text() + "\n");
  } else if (options.format == Format::k_csv) {
    output.write(profile_csv(figures, *chip));
  } else {
    output.write(profile_text(figures, *chip));
  }
  for (const std::string& problem : problems) std::fprintf(stderr, "clrun: %s\n", problem.c_str());
  const bool is_wrong = std::any_of(problems.begin(), problems.end(),
                                    [](const auto& text) { return text.find(" is wrong") != std::string::npos; });
  return is_wrong ? 6 : 0;
}

}  // namespace clc::clrun
