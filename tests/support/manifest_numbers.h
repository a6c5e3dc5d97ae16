// Every number of a manifest, to be set to whatever somebody may write there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/package/resource_names.h"
#include "made_package.h"
#include "package_samples.h"

namespace clc::test {

struct ManifestNumber {
  const char* name;
  void (*set)(Manifest& manifest, std::uint64_t value);
  bool may_be_0;
  std::uint64_t most;
};

// One kernel, `k`, with one argument and one struct, for `target`.
inline Manifest numbered_manifest(const std::string& target = "cubin:sm_90", const std::string& format = "cubin") {
  Manifest manifest = sample_contents({{target, format, "code", {}}}).manifest;
  KernelInterface kernel;
  kernel.name = "k";
  kernel.arguments = {sample_argument("value", ArgumentKind::k_value, "int", 4)};
  kernel.required_work_group_size = {8, 4, 2};
  kernel.work_group_size_hint = {8, 4, 2};
  kernel.required_sub_group_size = 16;
  manifest.modules[0].interfaces[0] = {{kernel}, {sample_struct()}, ""};
  manifest.modules[0].tuning = {"m", false, {{"TILE", "8"}}, {{"k", {64, 1, 1}, {8, 1, 1}, {"1"}, {0}, "1e-5"}},
                                {},  ""};
  manifest.modules[0].tuning.fastest_on = {{{"platform", "device", "1.0"}, 1000}};
  return manifest;
}

inline KernelInterface& numbered_kernel(Manifest& manifest) {
  return manifest.modules[0].interfaces[0].kernels[0];
}

inline StructLayout& numbered_struct(Manifest& manifest) {
  return manifest.modules[0].interfaces[0].structs[0];
}

inline const std::vector<ManifestNumber>& manifest_numbers() {
  constexpr std::uint64_t k_any = UINT64_MAX;
  constexpr std::uint64_t k_size = std::uint64_t{1} << 32U;
  // The group has 8 x 4 x 2 work-items; the product of the sizes has a limit.
  static const std::vector<ManifestNumber> k_numbers = {
      {"format.minor", [](Manifest& m, std::uint64_t n) { m.minor = n; }, true, k_any},
      {"variant.interface", [](Manifest& m, std::uint64_t n) { m.modules[0].variants[0].interface = n; }, true, 0},
      {"variant.size", [](Manifest& m, std::uint64_t n) { m.modules[0].variants[0].size = n; }, true,
       std::uint64_t{1} << 40U},
      {"tuning.global", [](Manifest& m, std::uint64_t n) { m.modules[0].tuning.launches[0].global[0] = n; }, false,
       std::uint64_t{1} << 48U},
      {"tuning.local", [](Manifest& m, std::uint64_t n) { m.modules[0].tuning.launches[0].local[2] = n; }, false,
       (std::uint64_t{1} << 48U) / 8},
      {"tuning.results", [](Manifest& m, std::uint64_t n) { m.modules[0].tuning.launches[0].results[0] = n; }, true,
       (1U << 16U) - 1},
      {"tuning.nanoseconds", [](Manifest& m, std::uint64_t n) { m.modules[0].tuning.fastest_on[0].nanoseconds = n; },
       true, k_any},
      {"argument.size", [](Manifest& m, std::uint64_t n) { numbered_kernel(m).arguments[0].size = n; }, true, k_size},
      {"argument.alignment", [](Manifest& m, std::uint64_t n) { numbered_kernel(m).arguments[0].alignment = n; }, true,
       k_size},
      {"required_work_group_size[0]",
       [](Manifest& m, std::uint64_t n) { numbered_kernel(m).required_work_group_size[0] = n; }, false, k_size / 8},
      {"required_work_group_size[1]",
       [](Manifest& m, std::uint64_t n) { numbered_kernel(m).required_work_group_size[1] = n; }, false, k_size / 16},
      {"required_work_group_size[2]",
       [](Manifest& m, std::uint64_t n) { numbered_kernel(m).required_work_group_size[2] = n; }, false, k_size / 32},
      {"work_group_size_hint[0]", [](Manifest& m, std::uint64_t n) { numbered_kernel(m).work_group_size_hint[0] = n; },
       false, k_size / 8},
      {"work_group_size_hint[1]", [](Manifest& m, std::uint64_t n) { numbered_kernel(m).work_group_size_hint[1] = n; },
       false, k_size / 16},
      {"work_group_size_hint[2]", [](Manifest& m, std::uint64_t n) { numbered_kernel(m).work_group_size_hint[2] = n; },
       false, k_size / 32},
      {"required_sub_group_size", [](Manifest& m, std::uint64_t n) { numbered_kernel(m).required_sub_group_size = n; },
       true, k_size},  // 0 is how none is said
      {"struct.size", [](Manifest& m, std::uint64_t n) { numbered_struct(m).size = n; }, false, k_size},
      {"struct.alignment", [](Manifest& m, std::uint64_t n) { numbered_struct(m).alignment = n; }, true, k_size},
      {"member.offset", [](Manifest& m, std::uint64_t n) { numbered_struct(m).members[1].offset = n; }, true, 16},
      {"member.size", [](Manifest& m, std::uint64_t n) { numbered_struct(m).members[1].size = n; }, true, 16},
  };
  return k_numbers;
}

// Numbers that somebody writes who wants to break a reader, and those around a limit.
inline std::vector<std::uint64_t> hostile_numbers(std::uint64_t around) {
  std::vector<std::uint64_t> numbers = {0, 1, 2, around, around + 1, around - 1};
  for (const unsigned bits : {8U, 16U, 21U, 31U, 32U, 33U, 40U, 53U, 63U}) {
    const std::uint64_t power = std::uint64_t{1} << bits;
    numbers.insert(numbers.end(), {power - 1, power, power + 1});
  }
  numbers.insert(numbers.end(), {UINT64_MAX - 1, UINT64_MAX});
  return numbers;
}

}  // namespace clc::test
