#include "commands/test/test_devices.h"

#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "base/try.h"
#include "toolchain/process.h"

namespace clc {
namespace {

// The findings that end a launch: a kernel that has them is wrong on every device, and they cost no time.
constexpr const char* k_fatal_findings = "out-of-bounds,misaligned,divergent-barrier,endless";

Result<std::vector<ListedDevice>> list_emulated(const std::vector<std::string>& settings) {
  constexpr std::chrono::seconds k_list_time{60};
  const ScratchFolder folder = CLC_TRY(ScratchFolder::make());
  const std::string driver = CLC_TRY(find_helper("clc-driver"));
  ProcessSpec spec;
  spec.arguments = {driver, "--list"};
  spec.forced_settings = settings;
  spec.forced_settings.push_back("TMPDIR=" + folder.path());
  const Finished finished = CLC_TRY(run_process(spec, "", k_list_time));
  if (!finished.ending.clean())
    return fail(ErrorKind::k_unavailable, "the emulated GPUs cannot be listed: " + finished.errors);
  return decode_device_list(finished.output);
}

void add_devices(const std::vector<ListedDevice>& listed, const std::vector<std::string>& settings, bool is_emulated,
                 std::vector<TestDevice>& devices) {
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const std::vector<Target> targets = targets_for(listed[i], listed);
    if (targets.empty()) continue;
    const std::string about = is_emulated ? "emulated" : listed[i].kind + ", " + listed[i].platform;
    devices.push_back({listed[i].device + " (" + about + ")", i, targets.front().name(), is_emulated, settings});
  }
}

Result<void> add_emulated(const std::vector<std::string>& chips, std::vector<TestDevice>& devices) {
  const Result<std::string> driver = find_emulator();
  if (!driver && chips.empty()) return {};
  if (!driver) return fail(driver);
  const PathWithoutColon path = CLC_TRY(PathWithoutColon::make(*driver));
  std::vector<std::string> settings = {"OCL_ICD_VENDORS=" + path.get(), "OCL_ICD_FILENAMES=" + path.get(),
                                       std::string("CLC_EMULATOR_FAIL_ON=") + k_fatal_findings};
  if (!chips.empty()) settings.push_back("CLC_EMULATOR_CHIP=" + join(chips, ","));
  add_devices(CLC_TRY(list_emulated(settings)), settings, true, devices);
  return {};
}

}  // namespace

Result<std::vector<TestDevice>> test_devices(const std::vector<std::string>& wanted,
                                             const std::vector<std::string>& chips) {
  std::vector<TestDevice> devices;
  add_devices(CLC_TRY(installed_devices()), {}, false, devices);
  CLC_TRY(add_emulated(chips, devices));
  if (devices.empty()) return fail(ErrorKind::k_unavailable, k_no_device);
  const std::string all = join(names_of(devices), "\n  ");
  std::erase_if(devices, [&](const TestDevice& device) {
    return !wanted.empty() && std::ranges::none_of(wanted, [&](const std::string& part) {
      return has_part(lower(device.name), lower(part));
    });
  });
  if (!devices.empty()) return devices;
  return fail(ErrorKind::k_unavailable, "--device " + join(wanted, ", ") + ": no such device; there are:\n  " + all);
}

}  // namespace clc
