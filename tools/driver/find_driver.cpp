#include "driver/find_driver.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "base/try.h"
#include "clc/internal/pocl.h"

namespace clc {
namespace {

std::string fold(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return c == '-' ? '_' : static_cast<char>(std::tolower(c)); });
  return result;
}

bool has_name(const DeviceFacts& facts, const std::string& folded) {
  for (const std::string* text : {&facts.platform_name, &facts.platform_vendor, &facts.name}) {
    if (fold(*text).find(folded) != std::string::npos) return true;
  }
  return false;
}

bool takes_same_binary(const DeviceFacts& a, const DeviceFacts& b) {
  return a.platform_name == b.platform_name && match_of(a) == match_of(b);
}

std::string describe(const std::vector<Device>& devices) {
  if (devices.empty())
    return " none: install an OpenCL driver (pocl-opencl-icd for the CPU), and make sure that a file in "
           "/etc/OpenCL/vendors names it";
  std::string text;
  for (const Device& device : devices) {
    text += "\n  " + device.facts.name + " (" + device.facts.platform_name + ", " + device.facts.platform_vendor +
            ", " + device.facts.driver_version + ")";
  }
  return text;
}

// PoCL ignores a class that it does not know or that its processor lacks, and would make a binary for this machine's.
Result<void> check_features(const DeviceFacts& facts, const std::vector<std::string>& features) {
  for (const std::string& feature : features) {
    const std::string name = fold(feature.substr(feature.find('=') + 1));
    const std::string here = pocl_cpu_class(facts.version);
    if (!here.empty() && name == here) continue;
    const std::vector<std::string> known = pocl_cpu_classes();
    const bool is_lacking = !here.empty() && std::ranges::find(known, name) != known.end();
    const std::string why = is_lacking
                                ? "PoCL compiles for no class that this machine's processor lacks; its best is " + here
                                : "PoCL on x86-64 has the classes " + join(known, " ");
    return fail(ErrorKind::k_unavailable,
                "the driver of " + facts.name + " does not compile for " + feature + "; " + why);
  }
  return {};
}

}  // namespace

Match match_of(const DeviceFacts& facts) {
  Match match;
  match.platform_version = facts.platform_version;
  match.driver_version = facts.driver_version;
  match.device_version = facts.version;
  // A CPU's name is that of the machine at hand; what its code needs stands in the version.
  if (facts.kind != DeviceKind::k_cpu) match.device_name = facts.name;
  return match;
}

Result<Device> find_driver(const std::string& name, const std::vector<std::string>& features) {
  const std::vector<Device> devices = CLC_TRY(list_devices());
  std::vector<Device> found;
  for (const Device& device : devices) {
    if (name.empty() || !has_name(device.facts, fold(name))) continue;
    const auto is_same = [&](const Device& other) { return takes_same_binary(device.facts, other.facts); };
    if (std::ranges::none_of(found, is_same)) found.push_back(device);
  }
  if (found.empty()) {
    return fail(ErrorKind::k_unavailable,
                "no installed OpenCL driver matches '" + name + "'; there are:" + describe(devices));
  }
  if (found.size() > 1) {
    return fail(ErrorKind::k_unavailable,
                "'" + name + "' matches several OpenCL devices; name one of them:" + describe(found));
  }
  CLC_TRY(check_features(found.front().facts, features));
  return found.front();
}

Result<Device> device_at(std::uint64_t number) {
  const std::vector<Device> devices = CLC_TRY(list_devices());
  if (number < devices.size()) return devices[number];
  return fail(ErrorKind::k_unavailable, "there is no device with the number " + std::to_string(number));
}

}  // namespace clc
