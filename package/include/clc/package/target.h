// Targets that a kernel can be compiled for: `family[:arch][,feature…]`, for instance `spirv64:1.2,tune=intel-cpu`,
// `nvptx:sm_90`, `amdgcn:gfx90a,sramecc+,xnack-` or `driver:pocl,cpu=avx2`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// The feature of SPIR-V that is tuned for the vectoriser of Intel's CPU driver. It runs on other devices, too.
inline constexpr const char* k_tune_intel_cpu = "tune=intel-cpu";

enum class Family { k_spirv32, k_spirv64, k_nvptx, k_cubin, k_amdgcn, k_r600, k_intel, k_driver };

struct Target {
  Family family;
  std::string arch;                   // canonical: "1.2", "sm_90", "gfx90a", "pocl"
  std::vector<std::string> features;  // canonical and sorted: "xnack-", "cpu=avx2"

  // The canonical spelling; parse_target(name()) gives an equal target.
  std::string name() const;

  friend bool operator==(const Target& a, const Target& b) {
    return a.family == b.family && a.arch == b.arch && a.features == b.features;
  }
};

// A family as `clc targets` and the documents show it.
struct FamilyInfo {
  Family family;
  const char* name;                // "nvptx"
  const char* format;              // Variant::format of what comes out: "ptx"
  const char* summary;             // one line for people
  std::vector<std::string> archs;  // every arch that is known; empty when it is free text
  std::string default_arch;        // empty when the arch must be given
};
const std::vector<FamilyInfo>& target_families();
const FamilyInfo& family_info(Family family);
// Finds a family by its name or a common alias, such as "amdgpu"; null when there is none.
const FamilyInfo* find_family(std::string_view name);

// Case-insensitive; `-` and `_` are alike in names. AMD's own `gfx90a:sramecc+:xnack-` is taken for amdgcn,
// and code names such as `tahiti`. An architecture alone, such as `gfx1100`, is taken where one family has it; where
// several do, the message names them. An unknown target gives k_unavailable with
// the nearest names in the message.
Result<Target> parse_target(std::string_view text);

}  // namespace clc
