#include "toolchain/installed_devices.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>

#include "base/try.h"
#include "clc/package/spirv_device.h"
#include "toolchain/ask_driver.h"
#include "toolchain/helpers.h"
#include "toolchain/run_process.h"

namespace clc {
namespace {

constexpr std::chrono::seconds k_list_limit{60};

std::optional<Target> parsed(const std::string& text) {
  const Result<Target> target = parse_target(text);
  return target ? std::optional<Target>(*target) : std::nullopt;
}

// 90 for "sm_90"; nothing for "sm_90a", whose code runs on that chip alone.
std::optional<std::uint64_t> capability_of(std::string_view arch) {
  constexpr std::string_view k_prefix = "sm_";
  if (!arch.starts_with(k_prefix)) return std::nullopt;
  arch.remove_prefix(k_prefix.size());
  std::uint64_t capability = 0;
  const auto [end, error] = std::from_chars(arch.data(), arch.data() + arch.size(), capability);
  if (error != std::errc() || end != arch.data() + arch.size()) return std::nullopt;
  return capability;
}

bool contains_in_any_case(std::string_view text, std::string_view part) {
  const auto is_same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), is_same) != text.end();
}

// PTX runs on later chips, too.
std::optional<Target> newest_ptx_for(const ListedDevice& device) {
  const std::uint64_t capability = device.compute_capability;
  const FamilyInfo& family = family_info(device.platform == k_cuda_platform ? Family::k_cuda : Family::k_nvptx);
  std::string best;
  std::uint64_t best_capability = 0;
  for (const std::string& arch : family.archs) {
    const std::optional<std::uint64_t> known = capability_of(arch);
    if (!known || *known > capability || *known < best_capability) continue;
    best = arch;
    best_capability = *known;
  }
  return best.empty() ? std::nullopt : std::optional(Target{family.family, best, {}});
}

}  // namespace

Result<std::vector<ListedDevice>> devices_with(const std::vector<std::string>& settings) {
  const std::string driver = CLC_TRY(find_helper("clc-driver"));
  const Finished listed = CLC_TRY(run_driver(driver, {"--list"}, "", k_list_limit, settings));
  if (listed.timed_out)
    return fail(ErrorKind::k_unavailable, "an installed driver hangs when it is asked for its identity");
  if (!listed.ending.clean()) {
    std::string reason = listed.errors.empty() ? "clc-driver " + listed.ending.describe() : listed.errors;
    while (!reason.empty() && reason.back() == '\n') reason.pop_back();
    return fail(ErrorKind::k_unavailable, reason);
  }
  Result<std::vector<ListedDevice>> devices = decode_device_list(listed.output);
  if (!devices) return fail(ErrorKind::k_unavailable, "clc-driver: " + devices.error().message);
  return devices;
}

Result<std::vector<ListedDevice>> installed_devices() {
  static const Result<std::vector<ListedDevice>> k_devices = devices_with({});  // drivers take long to answer
  return k_devices;
}

Result<std::vector<std::size_t>> devices_like(const std::vector<ListedDevice>& devices, const std::string& name) {
  if (devices.empty()) return fail(ErrorKind::k_unavailable, k_no_device);
  std::vector<std::size_t> found;
  std::string known;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    known += "\n  " + describe(devices[i]);
    const bool fits = contains_in_any_case(devices[i].device, name) || contains_in_any_case(devices[i].platform, name);
    if (fits) found.push_back(i);
  }
  if (!found.empty()) return found;
  return fail(ErrorKind::k_unavailable, "no device's name contains '" + name + "'; there are:" + known);
}

std::string describe(const ListedDevice& device) {
  return device.device + " (" + device.kind + ", " + device.platform + " " + device.driver_version + ")";
}

std::optional<Target> driver_target(const ListedDevice& device) {
  std::optional<Target> target = parsed("driver:" + device.device);
  // A comma in the name would begin a feature.
  return target && target->features.empty() ? target : std::nullopt;
}

std::optional<Target> driver_target(const ListedDevice& device, const std::vector<ListedDevice>& all) {
  constexpr std::string_view k_pocl_platform = "Portable Computing Language";
  const bool is_only_pocl =
      device.platform == k_pocl_platform && std::ranges::count(all, k_pocl_platform, &ListedDevice::platform) == 1;
  return is_only_pocl ? parsed("driver:pocl") : driver_target(device);
}

std::optional<Target> chip_target(const ListedDevice& device) {
  if (device.compute_capability != 0) return newest_ptx_for(device);
  if (device.device.starts_with("gfx")) return parsed("amdgcn:" + device.device);
  return std::nullopt;
}

std::optional<Target> il_target(const ListedDevice& device) {
  return spirv_target({device.il_version, device.address_bits, device.extensions, device.spirv_extensions,
                       device.spirv_capabilities, device.platform, device.kind});
}

std::vector<Target> targets_for(const ListedDevice& device, const std::vector<ListedDevice>& all) {
  std::vector<Target> targets;
  for (std::optional<Target> target : {chip_target(device), il_target(device), driver_target(device, all)}) {
    if (target) targets.push_back(*std::move(target));
  }
  return targets;
}

}  // namespace clc
