#include "commands/test/test_devices.h"

#include <algorithm>

#include "base/text.h"
#include "base/try.h"
#include "commands/emulate/chips.h"

namespace clc {
namespace {

// The findings that end a launch: a kernel that has them is wrong on every device, and they cost no time.
constexpr const char* k_fatal_findings = "out-of-bounds,misaligned,divergent-barrier,endless";

// `emulator`: null for devices of this machine.
void add_devices(const std::vector<ListedDevice>& listed, const std::vector<std::string>& settings,
                 const std::shared_ptr<const PathWithoutColon>& emulator, std::vector<TestDevice>& devices) {
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const std::vector<Target> targets = targets_for(listed[i], listed);
    if (targets.empty()) continue;
    const std::string about = emulator != nullptr ? "emulated" : listed[i].kind + ", " + listed[i].platform;
    devices.push_back(
        {listed[i].device + " (" + about + ")", i, targets.front().name(), emulator != nullptr, settings, emulator});
  }
}

Result<void> add_emulated(const std::vector<std::string>& chips, std::vector<TestDevice>& devices) {
  const Result<std::string> driver = find_emulator();
  if (!driver && chips.empty()) return {};
  if (!driver) return fail(driver);
  const auto path = std::make_shared<PathWithoutColon>(CLC_TRY(PathWithoutColon::make(*driver)));
  std::vector<std::string> settings = {std::string("CLC_EMULATOR_FAIL_ON=") + k_fatal_findings};
  for (const auto& [name, value] : emulated_gpu(path->get(), join(chips, ","))) settings.push_back(name + "=" + value);
  add_devices(CLC_TRY(devices_with(settings)), settings, path, devices);
  return {};
}

}  // namespace

Result<std::vector<TestDevice>> test_devices(const std::vector<std::string>& wanted,
                                             const std::vector<std::string>& chips) {
  std::vector<TestDevice> devices;
  add_devices(CLC_TRY(installed_devices()), {}, nullptr, devices);
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
