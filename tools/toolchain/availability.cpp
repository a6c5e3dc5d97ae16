#include "toolchain/availability.h"

#include <algorithm>

#include "base/text.h"
#include "toolchain/assembler.h"
#include "toolchain/installed_devices.h"
#include "toolchain/process.h"

namespace clc {
namespace {

Availability not_available(const std::string& reason) {
  Availability result;
  result.reason = reason;
  return result;
}

Availability of_drivers() {
  const Result<std::vector<ListedDevice>> devices = installed_devices();
  if (!devices) return not_available(devices.error().message);
  if (devices->empty()) return not_available(k_no_device);
  Availability result;
  result.yes = true;
  for (const ListedDevice& device : *devices) {
    result.devices.push_back(describe(device));
    if (const std::optional<Target> target = driver_target(device)) result.drivers.push_back(target->name());
  }
  return result;
}

Availability of_assembler(const FamilyInfo& family, const ToolPaths& tools) {
  const Result<Assembler> assembler = find_assembler(family.family, tools);
  if (!assembler) return not_available(assembler.error().message);
  Availability result;
  result.yes = true;
  result.tool = assembler->version + ", " + assembler->path;
  for (const std::string& arch : assembler->archs) {
    const Result<Target> target = parse_target(std::string(family.name) + ":" + arch);
    if (target) result.archs.push_back(target->arch);
  }
  // Known architectures come in our order, the others in the tool's, which is alphabetical.
  std::ranges::stable_sort(result.archs, [&](const std::string& a, const std::string& b) {
    const auto place = [&](const std::string& arch) {
      return std::ranges::find(family.archs, arch) - family.archs.begin();
    };
    return place(a) < place(b);
  });
  return result;
}

}  // namespace

Availability availability(const FamilyInfo& family, const ToolPaths& tools) {
  const Result<std::string> worker = find_helper("clc-worker");
  if (!worker) return not_available(worker.error().message);
  if (family.form == BinaryForm::k_of_driver) return of_drivers();
  if (has_assembler(family.family)) return of_assembler(family, tools);
  Availability result;
  result.yes = true;
  result.archs = family.archs;
  return result;
}

bool is_all_available(std::string_view target) {
  std::string text(target);
  for (char& c : text) c = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text == "all-available";
}

std::vector<std::string> all_available(const ToolPaths& tools) {
  std::vector<std::string> targets;
  for (const FamilyInfo& family : target_families()) {
    const Availability available = availability(family, tools);
    if (!available.yes) continue;
    for (const std::string& arch : family.usual_archs) {
      const bool is_there = std::ranges::find(available.archs, arch) != available.archs.end();
      if (is_there) targets.push_back(std::string(family.name) + ":" + arch);
    }
    targets.insert(targets.end(), available.drivers.begin(), available.drivers.end());
  }
  return targets;
}

}  // namespace clc
