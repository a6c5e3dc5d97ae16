// `clrun profile`.
#include <algorithm>

#include "base/try.h"
#include "commands.h"
#include "context.h"
#include "output.h"
#include "profile/kernel_launches.h"
#include "profile/profile_report.h"
#include "profile/tracer.h"
#include "support/command_line.h"

namespace clc::clrun {
namespace {

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
  CLC_TRY(check_launches(options));
  const ProfiledChip chip = CLC_TRY(chip_of(options.profile));
  keep_work_items_apart();
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
  const std::vector<std::string> problems = CLC_TRY(launch_all(session, options));
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
  return has_wrong_results(problems) ? 6 : 0;
}

}  // namespace

Result<int> profile_kernels(const std::vector<std::string>& arguments, Sink& sink) {
  Options options;
  if (!CLC_TRY(parse_profile(arguments, options))) return 0;
  return with_output(options.kernel_output, [&](Output& output) { return profile(options, output, sink); });
}

}  // namespace clc::clrun
