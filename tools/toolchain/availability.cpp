#include "toolchain/availability.h"

#include <algorithm>

#include "base/text.h"
#include "toolchain/ask_worker.h"
#include "toolchain/assembler.h"
#include "toolchain/installed_devices.h"

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
    if (const std::optional<Target> target = driver_target(device, *devices)) result.drivers.push_back(target->name());
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

constexpr std::string_view k_all_available = "all-available", k_all_major = "all-major", k_native = "native";

std::string canonical(std::string_view name) {
  std::string text = lower(name);
  std::ranges::replace(text, '_', '-');
  return text;
}

// One for each generation, as of nvcc's -arch=all-major, but whatever is installed here: of NVIDIA's those whose code
// the later ones of the generation run, of AMD's the generic ones.
std::vector<std::string> all_major() {
  std::vector<std::string> targets;
  for (const Family family : {Family::k_spirv64, Family::k_nvptx, Family::k_amdgcn}) {
    const FamilyInfo& info = family_info(family);
    for (const std::string& arch : info.archs) {
      const bool is_one = family == Family::k_spirv64 ? arch == info.default_arch
                          : family == Family::k_nvptx ? arch.ends_with('0')
                                                      : arch.ends_with("-generic");
      if (is_one) targets.push_back(std::string(info.name) + ":" + arch);
    }
  }
  return targets;
}

// The best target for each device of this machine.
Result<std::vector<std::string>> native() {
  const Result<std::vector<ListedDevice>> devices = installed_devices();
  if (!devices) return fail(devices);
  std::vector<std::string> targets;
  for (const ListedDevice& device : *devices) {
    const std::vector<Target> fitting = targets_for(device, *devices);
    if (!fitting.empty()) targets.push_back(fitting.front().name());
  }
  if (targets.empty()) return fail(ErrorKind::k_unavailable, std::string("native: ") + k_no_device);
  return targets;
}

}  // namespace

Availability availability(const FamilyInfo& family, const ToolPaths& tools) {
  const Result<FoundCompiler> compiler = find_compiler();
  if (!compiler) return not_available(compiler.error().message);
  const bool is_finished_there = family.form == BinaryForm::k_of_driver || has_assembler(family.family);
  if (compiler->is_farm && is_finished_there)
    return not_available("a program or driver of the machines behind " + compiler->name +
                         " finishes it, and nobody can tell from here which they have");
  if (family.form == BinaryForm::k_of_driver) return of_drivers();
  if (has_assembler(family.family)) return of_assembler(family, tools);
  Availability result;
  result.yes = true;
  result.archs = family.archs;
  if (compiler->is_farm) result.tool = compiler->name;
  return result;
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

bool is_several_targets(std::string_view target) {
  const std::string name = canonical(target);
  return name == k_all_available || name == k_all_major || name == k_native;
}

Result<std::vector<std::string>> expand_target(const std::string& target, const ToolPaths& tools) {
  const std::string name = canonical(target);
  if (name == k_all_available) return all_available(tools);
  if (name == k_all_major) return all_major();
  if (name == k_native) return native();
  return std::vector<std::string>{target};
}

}  // namespace clc
