#include "toolchain/availability.h"

#include <algorithm>

#include "base/text.h"
#include "toolchain/assembler.h"
#include "toolchain/installed_devices.h"
#include "toolchain/process.h"

namespace clc {
namespace {

// The architectures that all-available stands for, where they are available: the most used one of each generation.
const std::vector<std::string>& usual_archs(Family family) {
  static const std::vector<std::string> k_ptx = {"sm_75"};
  static const std::vector<std::string> k_cubin = {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"};
  static const std::vector<std::string> k_amd = {"gfx906", "gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"};
  static const std::vector<std::string> k_vliw = {"cypress", "cayman"};
  static const std::vector<std::string> k_intel = {"skl", "tgllp", "dg2", "pvc", "mtl", "lnl_m", "bmg_g21"};
  static const std::vector<std::string> k_spirv = {"1.2"};
  static const std::vector<std::string> k_none;
  switch (family) {
    case Family::k_spirv32:
    case Family::k_spirv64:
      return k_spirv;
    case Family::k_nvptx:
      return k_ptx;
    case Family::k_cubin:
      return k_cubin;
    case Family::k_amdgcn:
      return k_amd;
    case Family::k_r600:
      return k_vliw;
    case Family::k_intel:
      return k_intel;
    case Family::k_driver:
      break;
  }
  return k_none;
}

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
  std::stable_sort(result.archs.begin(), result.archs.end(), [&](const std::string& a, const std::string& b) {
    const auto place = [&](const std::string& arch) {
      return std::find(family.archs.begin(), family.archs.end(), arch) - family.archs.begin();
    };
    return place(a) < place(b);
  });
  return result;
}

}  // namespace

Availability availability(const FamilyInfo& family, const ToolPaths& tools) {
  const Result<std::string> worker = find_helper("clc-worker");
  if (!worker) return not_available(worker.error().message);
  if (family.family == Family::k_driver) return of_drivers();
  if (family.family == Family::k_cubin || family.family == Family::k_intel) return of_assembler(family, tools);
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
    for (const std::string& arch : usual_archs(family.family)) {
      const bool is_there = std::find(available.archs.begin(), available.archs.end(), arch) != available.archs.end();
      if (is_there) targets.push_back(std::string(family.name) + ":" + arch);
    }
    targets.insert(targets.end(), available.drivers.begin(), available.drivers.end());
  }
  return targets;
}

}  // namespace clc
