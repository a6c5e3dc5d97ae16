// Targets that a kernel can be compiled for: `family[:arch][,feature…]`, for instance `spirv64:1.2,tune=intel-cpu`,
// `nvptx:sm_90`, `amdgcn:gfx90a,sramecc+,xnack-` or `driver:pocl,cpu=avx2`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// The feature of SPIR-V that is tuned for the vectoriser of Intel's CPU driver. It runs on other devices, too.
inline constexpr const char* k_tune_intel_cpu = "tune=intel-cpu";

// The name of the platform of libclc-cuda.so, the OpenCL driver for which `cuda:` targets are. CL_DEVICE_VERSION of its
// devices ends with their target: "OpenCL 3.0 cuda:sm_90".
inline constexpr const char* k_cuda_platform = "clc CUDA";

enum class Family { k_spirv32, k_spirv64, k_nvptx, k_cuda, k_cubin, k_amdgcn, k_r600, k_intel, k_driver };

// True for PTX, whether for NVIDIA's OpenCL driver (nvptx) or for CUDA's (cuda).
constexpr bool makes_ptx(Family family) {
  return family == Family::k_nvptx || family == Family::k_cuda;
}
constexpr bool is_nvidia(Family family) {
  return makes_ptx(family) || family == Family::k_cubin;
}

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

// How finished a binary is, in the order in which the runtime tries them.
enum class BinaryForm { k_of_driver, k_machine_code, k_assembly, k_il };

// All that is known of a family without LLVM: see docs/adding-a-target.md.
struct FamilyInfo {
  Family family;
  const char* name;    // "nvptx"
  const char* format;  // Variant::format of what comes out: "ptx"
  BinaryForm form;
  std::vector<std::string> endings;           // of files that hold one binary, the usual one first: ".ptx"
  const char* summary;                        // one line for people
  std::vector<std::string> archs = {};        // every arch that is known; empty when it is free text
  std::string default_arch = {};              // empty when the arch must be given
  std::vector<std::string> usual_archs = {};  // that all-available stands for: the most used one of each generation
  std::vector<std::string> builtins = {};     // libraries that clc-worker links; `*` stands for the arch
  const char* assembler = "";  // the tool that makes the binary of what clc-worker made for another family
};
const std::vector<FamilyInfo>& target_families();
const FamilyInfo& family_info(Family family);
// Finds a family by the format of its binaries; null for libraries, and for what a later clc makes.
const FamilyInfo* family_of_format(std::string_view format);
// Finds a family by its name or a common alias, such as "amdgpu"; null when there is none.
const FamilyInfo* find_family(std::string_view name);

// Case-insensitive; `-` and `_` are alike in names. AMD's own `gfx90a:sramecc+:xnack-` is taken for amdgcn,
// and code names such as `tahiti`. An architecture alone, such as `gfx1100`, is taken where one family has it; where
// several do, the message names them. An unknown target gives k_unavailable with
// the nearest names in the message.
Result<Target> parse_target(std::string_view text);

// Reads a canonical name as a manifest holds it. Arch and features may be of a later clc; empty for an unknown family.
std::optional<Target> read_target(std::string_view name);
// Returns the family's name: "amdgcn", also one of a later clc.
std::string_view family_of_target(std::string_view name);
// Returns what follows the family's name: "gfx90a,xnack-".
std::string_view device_of_target(std::string_view name);

}  // namespace clc
