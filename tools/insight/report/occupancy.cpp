#include "insight/report/occupancy.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "clc/package/nvidia_chips.h"
#include "clc/package/resource_names.h"
#include "clc/package/target.h"

namespace clc {
namespace {

constexpr std::uint64_t k_kib = 1024;

// NVIDIA's cuda_occupancy.h (CUDA 13) and the tables of its programming guide. Chips that neither
// describes in full are left out.
struct NvidiaChip {
  std::string_view arch;
  std::uint64_t warps, groups, local_kib, local_granule, partitions;
};
constexpr NvidiaChip k_nvidia_chips[] = {
    {"sm_50", 64, 32, 64, 256, 4},   {"sm_52", 64, 32, 96, 256, 4},   {"sm_60", 64, 32, 64, 256, 2},
    {"sm_61", 64, 32, 96, 256, 4},   {"sm_70", 64, 32, 96, 256, 4},   {"sm_75", 32, 16, 64, 256, 4},
    {"sm_80", 64, 32, 164, 128, 4},  {"sm_86", 48, 16, 100, 128, 4},  {"sm_87", 48, 16, 164, 128, 4},
    {"sm_89", 48, 24, 100, 128, 4},  {"sm_90", 64, 32, 228, 128, 4},  {"sm_100", 64, 32, 228, 128, 4},
    {"sm_103", 64, 32, 228, 128, 4}, {"sm_120", 48, 24, 100, 128, 4}, {"sm_121", 48, 24, 100, 128, 4},
};
constexpr std::uint64_t k_nvidia_warp = 32;
constexpr std::uint64_t k_nvidia_local = 48 * k_kib;      // bytes of a group by NVIDIA's OpenCL
constexpr std::uint64_t k_nvidia_local_of_driver = 16;    // bytes of each group that it needs itself
constexpr std::uint64_t k_nvidia_registers = 65536;       // registers of an SM, and the most of a group
constexpr std::uint64_t k_nvidia_register_granule = 256;  // per warp
constexpr std::uint64_t k_nvidia_item_registers = 255;
constexpr std::uint64_t k_nvidia_max_group = 1024;

// LLVM's occupancy model (lib/Target/AMDGPU/Utils/AMDGPUBaseInfo.cpp, LLVM 22), with local memory given
// out in the hardware's units. Registers and granules are those of `wave`; a wave of twice its size has half.
struct AmdModel {
  std::string_view archs;
  const char* unit;
  std::uint64_t wave, simds, max_waves, registers, granule, item_registers;
  std::uint64_t scalar_registers, item_scalar_registers;  // registers of a SIMD (0: no limit), and of a wave
  std::uint64_t local_bytes, max_local_bytes, local_granule;
  std::uint64_t barriers;  // the most groups that have more than one wave
};
// From gfx10 on a group is spread over the two CUs of a WGP, unless the code was compiled for CU mode.
// A generic target has the limits of the chip that has least.
constexpr AmdModel k_amd_models[] = {
    {"gfx803 gfx900 gfx902 gfx904 gfx906 gfx908 gfx909 gfx90c gfx9-generic", "CU", 64, 4, 10, 256, 4, 256, 800, 102,
     64 * k_kib, 64 * k_kib, 512, 16},
    {"gfx90a gfx942 gfx9-4-generic", "CU", 64, 4, 8, 512, 8, 512, 800, 102, 64 * k_kib, 64 * k_kib, 512, 16},
    {"gfx950", "CU", 64, 4, 8, 512, 8, 512, 800, 102, 160 * k_kib, 160 * k_kib, 1280, 16},
    {"gfx1010 gfx1011 gfx1012 gfx10-1-generic", "WGP", 32, 4, 20, 1024, 8, 256, 0, 106, 128 * k_kib, 64 * k_kib, 512,
     32},
    {"gfx1030 gfx1031 gfx1032 gfx1034 gfx1102 gfx1103 gfx10-3-generic gfx11-generic", "WGP", 32, 4, 16, 1024, 16, 256,
     0, 106, 128 * k_kib, 64 * k_kib, 1024, 32},
    {"gfx1100 gfx1101 gfx1200 gfx1201 gfx12-generic", "WGP", 32, 4, 16, 1536, 24, 256, 0, 106, 128 * k_kib, 64 * k_kib,
     1024, 32},
};
constexpr std::uint64_t k_amd_max_group = 1024;
constexpr std::uint64_t k_scalar_granule = 16;

// The model of which `archs` names this one.
template <class Models>
auto find_model(const Models& models, std::string_view arch) {
  return std::ranges::find_if(models, [&](const auto& one) {
    const std::vector<std::string_view> archs = split(one.archs, " ");
    return std::ranges::find(archs, arch) != archs.end();
  });
}

// The tables of Intel's GPU Occupancy Calculator (oneAPI-samples, Tools/GPU-Occupancy-Calculator). A hardware thread
// runs one sub-group. It has 128 registers, of 32 bytes and on Xe-HPC of 64; with 256 ("large GRF") an EU holds half
// as many threads (oneAPI GPU Optimization Guide, "Small Register Mode vs. Large Register Mode").
struct IntelModel {
  std::string_view archs;
  const char* unit;  // subslice, dual subslice, Xe-core
  std::uint64_t eus, threads, max_group, local_kib;
  bool has_large_files;
  std::vector<std::uint64_t> local_sizes;  // in KiB: the sizes that a group can get
};
constexpr std::uint64_t k_intel_registers = 128;
constexpr std::uint64_t k_intel_barriers = 32;

const IntelModel* find_intel(const Target& chip) {
  static const std::vector<std::uint64_t> k_doubling = {1, 2, 4, 8, 16, 32, 64};
  static const std::vector<IntelModel> k_models = {
      {"skl kbl cfl whl aml cml icllp", "SS", 8, 7, 256, 64, false, k_doubling},
      {"tgllp rkl adl_s adl_p adl_n dg1", "DSS", 16, 7, 512, 64, false, k_doubling},
      {"dg2 dg2_g10 dg2_g11 dg2_g12 acm_g10 acm_g11 acm_g12 ats_m75 ats_m150", "XC", 16, 8, 1024, 128, true,
       k_doubling},
      {"pvc pvc_sdv", "XC", 8, 8, 1024, 128, true, {1, 2, 4, 8, 16, 32, 48, 64, 96, 128}},
  };
  const auto found = find_model(k_models, chip.arch.substr(0, chip.arch.find_first_of(",:")));
  return chip.family != Family::k_intel || found == k_models.end() ? nullptr : &*found;
}

// Chips of the R600 family from HD 5000 on. Sources: Linux's radeon driver (evergreen.c, ni.c: max_simds and
// max_threads of a shader engine), and Multi2Sim's model of the HD 5870 for the groups of a unit. Of 256 registers, 8
// are clause temporaries. A shader engine deals out its waves over its compute units: AMD's OpenCL guide gives an HD
// 5870 24.8 waves for each of 20 units, which are 496, or 248 for each of its two engines.
struct VliwChip {
  std::string_view arch;
  std::uint64_t units, waves;  // compute units and waves of a shader engine
};
constexpr VliwChip k_vliw_chips[] = {
    {"cedar", 2, 192}, {"redwood", 5, 248}, {"juniper", 10, 248}, {"cypress", 10, 248},
    {"barts", 7, 248}, {"turks", 6, 248},   {"caicos", 2, 192},   {"cayman", 12, 256},
};
constexpr std::uint64_t k_vliw_wave = 64;
constexpr std::uint64_t k_vliw_registers = 248;  // registers of a compute unit; groups and local memory below are, too
constexpr std::uint64_t k_vliw_groups = 8;
constexpr std::uint64_t k_vliw_local = 32 * k_kib;
constexpr std::uint64_t k_vliw_max_group = 256;

template <class Known, std::size_t N>
const Known* find_arch(const Known (&known)[N], std::string_view arch) {
  const auto* const found = std::ranges::find(known, arch, &Known::arch);
  return found == std::end(known) ? nullptr : found;
}

// A target that is unknown becomes one without a model.
Target chip_of(const std::string& target) {
  return read_target(target).value_or(Target());
}

const NvidiaChip* find_nvidia(const Target& chip) {
  if (!is_nvidia(chip.family)) return nullptr;
  return find_arch(k_nvidia_chips, without_letter(chip.arch));
}

// Bytes of a group by CUDA's driver: from sm_70 on all but what the chip keeps for itself.
std::uint64_t cuda_local(const NvidiaChip& chip) {
  const bool keeps_some = chip.local_granule == 128;
  const bool has_fixed_limit = !keeps_some && chip.arch != "sm_70" && chip.arch != "sm_75";
  return has_fixed_limit ? k_nvidia_local : (chip.local_kib - (keeps_some ? 1 : 0)) * k_kib;
}

// Bytes of a group by the driver of a target. ptxas takes more than 48 KB for targets like sm_90a, which NVIDIA's
// OpenCL gives to a kernel's own variables (bench/log/group-products.md).
std::uint64_t local_of_group(const Target& target, const NvidiaChip& chip) {
  if (target.family == Family::k_cuda) return cuda_local(chip);
  return target.arch.ends_with('a') ? cuda_local(chip) - k_nvidia_local_of_driver : k_nvidia_local;
}

std::optional<AmdModel> find_amd(const Target& chip) {
  const auto* const found = find_model(k_amd_models, chip.arch);
  if (chip.family != Family::k_amdgcn || found == std::end(k_amd_models)) return std::nullopt;
  AmdModel model = *found;
  const auto is_cu_mode = [](const std::string& feature) { return feature == "cumode" || feature == "cumode+"; };
  if (model.wave == 32 && std::ranges::any_of(chip.features, is_cu_mode)) {
    model.unit = "CU";
    model.simds /= 2;
    model.local_bytes /= 2;
    model.barriers /= 2;
  }
  return model;
}

const VliwChip* find_vliw(const Target& chip) {
  return chip.family == Family::k_r600 ? find_arch(k_vliw_chips, chip.arch) : nullptr;
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

using Bound = OccupancyBound;

Occupancy least(const char* unit, std::uint64_t wave_size, std::uint64_t waves_of_group, std::uint64_t max_waves,
                const std::vector<Bound>& bounds) {
  Occupancy result;
  result.unit = unit;
  result.wave_size = wave_size;
  result.bounds = bounds;
  result.max_waves = max_waves;
  result.groups = bounds.front().groups;
  for (const Bound& bound : bounds) result.groups = std::min(result.groups, bound.groups);
  for (const Bound& bound : bounds) {
    if (bound.groups == result.groups) result.limits.push_back(bound.limit);
  }
  result.waves = result.groups * waves_of_group;
  return result;
}

// Gives metrics by name, and remembers the first one that is missing or that no chip could have.
class MetricReader {
 public:
  explicit MetricReader(const ResourceMetrics& resources) : resources_(resources) {}

  std::uint64_t get(const char* name) {
    const std::optional<std::uint64_t> known = find(name);
    if (!known && missing_.empty()) missing_ = name;
    return known.value_or(0);
  }
  std::uint64_t get_or_0(const char* name) const { return find(name).value_or(0); }
  const std::string& missing() const { return missing_; }

 private:
  std::optional<std::uint64_t> find(const char* name) const {
    constexpr std::int64_t k_most = std::int64_t{1} << 32;
    const auto found = resources_.find(name);
    const bool is_sane = found != resources_.end() && found->second >= 0 && found->second <= k_most;
    return is_sane ? std::optional(static_cast<std::uint64_t>(found->second)) : std::nullopt;
  }

  const ResourceMetrics& resources_;
  std::string missing_;
};

std::uint64_t registers_of(MetricReader& metrics, const LaunchSize& launch, const char* name) {
  return launch.registers ? *launch.registers : metrics.get(name);
}

Occupancy nvidia_occupancy(const NvidiaChip& chip, std::uint64_t most_local, MetricReader& metrics,
                           const LaunchSize& launch) {
  const std::uint64_t warps = (launch.work_group + k_nvidia_warp - 1) / k_nvidia_warp;
  const std::uint64_t registers =
      round_up(k_nvidia_warp * registers_of(metrics, launch, resource::k_registers), k_nvidia_register_granule);
  const std::uint64_t local = metrics.get(resource::k_local_bytes) + launch.dynamic_local;
  std::vector<Bound> bounds{{OccupancyLimit::k_waves, chip.warps / warps}, {OccupancyLimit::k_groups, chip.groups}};
  if (registers != 0) {
    // NVIDIA's runtime also refuses, on chips of two sub-partitions, kernels that chips of four cannot run.
    const bool fits =
        registers * round_up(warps, 4) <= k_nvidia_registers && 4 * (k_nvidia_registers / 4 / registers) >= warps;
    const std::uint64_t resident = chip.partitions * (k_nvidia_registers / chip.partitions / registers);
    bounds.push_back({OccupancyLimit::k_registers, fits ? resident / warps : 0});
  }
  // From sm_80 on the driver keeps 1 KB of every group for itself.
  const std::uint64_t reserved = chip.local_granule == 128 ? k_kib : 0;
  if (local > most_local) {
    bounds.push_back({OccupancyLimit::k_local_memory, 0});
  } else if (const std::uint64_t used = round_up(local + reserved, chip.local_granule); used != 0) {
    bounds.push_back({OccupancyLimit::k_local_memory, chip.local_kib * k_kib / used});
  }
  return least("SM", k_nvidia_warp, warps, chip.warps, bounds);
}

Occupancy amd_occupancy(const AmdModel& model, MetricReader& metrics, const LaunchSize& launch) {
  // The compiler chooses between the two wave sizes of RDNA; GCN and CDNA have one.
  const std::uint64_t wave = model.wave == 64 ? 64 : metrics.get(resource::k_wave_size);
  const std::uint64_t scale = wave == 64 && model.wave == 32 ? 2 : 1;
  const std::uint64_t waves =
      (launch.work_group + std::max<std::uint64_t>(wave, 1) - 1) / std::max<std::uint64_t>(wave, 1);
  // The count of vector registers includes the accumulation ones where they share one file.
  const std::uint64_t registers =
      std::max<std::uint64_t>({registers_of(metrics, launch, resource::k_vector_registers),
                               launch.registers ? 0 : metrics.get_or_0(resource::k_accumulation_registers), 1});
  const std::uint64_t local = metrics.get(resource::k_local_bytes) + launch.dynamic_local;
  const std::uint64_t max_waves = model.simds * model.max_waves;
  const auto by_simd = [&](std::uint64_t per_simd) { return model.simds * per_simd / waves; };

  std::vector<Bound> bounds{{OccupancyLimit::k_waves, max_waves / waves}};
  if (waves > 1) bounds.push_back({OccupancyLimit::k_groups, model.barriers});  // a lone wave needs no barrier
  bounds.push_back(
      {OccupancyLimit::k_registers, by_simd(model.registers / scale / round_up(registers, model.granule / scale))});
  if (model.scalar_registers != 0) {
    const std::uint64_t scalar = std::max<std::uint64_t>(metrics.get(resource::k_scalar_registers), 1);
    bounds.push_back(
        {OccupancyLimit::k_scalar_registers, by_simd(model.scalar_registers / round_up(scalar, k_scalar_granule))});
  }
  if (local > model.max_local_bytes) {
    bounds.push_back({OccupancyLimit::k_local_memory, 0});
  } else if (local != 0) {
    bounds.push_back({OccupancyLimit::k_local_memory, model.local_bytes / round_up(local, model.local_granule)});
  }
  return least(model.unit, wave, waves, max_waves, bounds);
}

Occupancy intel_occupancy(const IntelModel& model, MetricReader& metrics, const LaunchSize& launch) {
  const std::uint64_t lanes = std::max<std::uint64_t>(metrics.get(resource::k_wave_size), 1);
  const std::uint64_t waves = (launch.work_group + lanes - 1) / lanes;
  const std::uint64_t registers = registers_of(metrics, launch, resource::k_registers);
  const std::uint64_t local = metrics.get(resource::k_local_bytes) + launch.dynamic_local;
  const std::uint64_t threads = model.eus * model.threads;
  const std::uint64_t fitting = registers <= k_intel_registers                                ? threads
                                : registers <= 2 * k_intel_registers && model.has_large_files ? threads / 2
                                                                                              : 0;
  std::vector<Bound> bounds{{OccupancyLimit::k_waves, threads / waves}};
  if (fitting < threads) bounds.push_back({OccupancyLimit::k_registers, fitting / waves});
  if (local != 0) {
    // Kernels with local memory have barriers. Other kernels may have some, too, but they are not limited here.
    bounds.push_back({OccupancyLimit::k_groups, k_intel_barriers});
    const auto given = std::ranges::lower_bound(model.local_sizes, local, {}, [](auto kib) { return kib * k_kib; });
    bounds.push_back({OccupancyLimit::k_local_memory, given == model.local_sizes.end() ? 0 : model.local_kib / *given});
  }
  return least(model.unit, lanes, waves, threads, bounds);
}

Occupancy vliw_occupancy(const VliwChip& chip, MetricReader& metrics, const LaunchSize& launch) {
  const std::uint64_t waves = (launch.work_group + k_vliw_wave - 1) / k_vliw_wave;
  const std::uint64_t registers =
      std::max<std::uint64_t>(registers_of(metrics, launch, resource::k_general_registers), 1);
  const std::uint64_t local = metrics.get(resource::k_local_bytes) + launch.dynamic_local;
  std::vector<Bound> bounds{{OccupancyLimit::k_waves, chip.waves / waves},
                            {OccupancyLimit::k_groups, chip.units * k_vliw_groups},
                            {OccupancyLimit::k_registers, chip.units * (k_vliw_registers / registers / waves)}};
  if (local != 0)
    bounds.push_back({OccupancyLimit::k_local_memory, chip.units * (k_vliw_local / round_up(local, k_kib))});
  return least("SE", k_vliw_wave, waves, chip.waves, bounds);
}

// PTX has no registers of a chip until it is assembled.
std::string unknown_metric(const Target& chip, const std::string& name) {
  const std::string text = "the metric " + name + " is not known";
  if (!makes_ptx(chip.family)) return text;
  return text + " from PTX; compile for cubin:" + chip.arch + " to know it";
}

// "amdgcn:gfx90a allows a group at most 65536 bytes of local memory, not 70000"; empty where it is not exceeded.
std::string exceeded(std::uint64_t asked, std::uint64_t most, const std::string& who, const std::string& what) {
  if (asked <= most) return "";
  return who + " allows a group at most " + std::to_string(most) + " " + what + ", not " + std::to_string(asked);
}

// Names a limit that a single group already exceeds: no other figure has to be known for that.
void refuse_impossible(const std::string& target, const MetricReader& metrics, const LaunchSize& launch,
                       std::uint64_t most, Occupancy& result) {
  const std::uint64_t local = metrics.get_or_0(resource::k_local_bytes) + launch.dynamic_local;
  const Target chip = chip_of(target);
  const bool is_by_opencl = find_nvidia(chip) != nullptr && chip.family != Family::k_cuda;
  const std::string platform = is_by_opencl ? "NVIDIA's OpenCL" : target;
  const ChipLimits limits = *chip_limits(target);
  result.impossible = exceeded(local, limits.local_bytes, platform, "bytes of local memory");
  if (launch.registers && limits.registers != 0 && *launch.registers > limits.registers) {
    result.impossible = target + " allows a work-item at most " + std::to_string(limits.registers) +
                        " registers, not " + std::to_string(*launch.registers);
    result.groups = result.waves = 0;
    result.bounds.push_back({OccupancyLimit::k_registers, 0});
    result.limits = {OccupancyLimit::k_registers};
  }
  std::string too_large = exceeded(launch.work_group, most, target, "work-items");
  if (too_large.empty())
    too_large = exceeded(launch.work_group, result.max_group, "the kernel as compiled", "work-items");
  if (too_large.empty()) return;
  result.impossible = too_large;
  result.groups = result.waves = 0;
  result.bounds.push_back({OccupancyLimit::k_group_size, 0});
  result.limits = {OccupancyLimit::k_group_size};
}

}  // namespace

const char* limit_name(OccupancyLimit limit) {
  static constexpr std::array k_names{"waves",        "groups",         "registers", "scalar registers",
                                      "local memory", "work-group size"};
  return k_names[static_cast<std::size_t>(limit)];
}

std::string limits_text(const Occupancy& occupancy) {
  std::string text;
  for (const OccupancyLimit limit : occupancy.limits)
    text += (text.empty() ? "" : ", ") + std::string(limit_name(limit));
  return text;
}

Result<Occupancy> occupancy(const std::string& target, const ResourceMetrics& resources, const LaunchSize& launch) {
  const Target chip = chip_of(target);
  const NvidiaChip* nvidia = find_nvidia(chip);
  const std::optional<AmdModel> amd = find_amd(chip);
  const IntelModel* intel = find_intel(chip);
  const VliwChip* vliw = find_vliw(chip);
  if (nvidia == nullptr && !amd && intel == nullptr && vliw == nullptr)
    return fail(ErrorKind::k_unavailable, "no limits are known for " + target);

  MetricReader metrics(resources);
  const std::uint64_t most = nvidia != nullptr  ? k_nvidia_max_group
                             : amd              ? k_amd_max_group
                             : intel != nullptr ? intel->max_group
                                                : k_vliw_max_group;
  if (launch.work_group == 0) return fail(ErrorKind::k_unavailable, "a work-group of 0 work-items");
  Occupancy result = nvidia != nullptr  ? nvidia_occupancy(*nvidia, local_of_group(chip, *nvidia), metrics, launch)
                     : amd              ? amd_occupancy(*amd, metrics, launch)
                     : intel != nullptr ? intel_occupancy(*intel, metrics, launch)
                                        : vliw_occupancy(*vliw, metrics, launch);
  const std::uint64_t compiled = metrics.get_or_0(resource::k_max_work_group_size);
  result.max_group = compiled == 0 ? most : std::min(most, compiled);
  refuse_impossible(target, metrics, launch, most, result);
  // A launch that one known figure makes impossible needs no other figure.
  if (!metrics.missing().empty() && result.impossible.empty())
    return fail(ErrorKind::k_unavailable, unknown_metric(chip, metrics.missing()));
  if (result.groups == 0 && result.impossible.empty()) {
    result.impossible = "a group of " + std::to_string(launch.work_group) + " work-items needs more " +
                        limits_text(result) + " than " + target + " has";
  }
  return result;
}

std::optional<ChipLimits> chip_limits(const std::string& target) {
  const Target chip = chip_of(target);
  if (const NvidiaChip* nvidia = find_nvidia(chip); nvidia != nullptr) {
    return ChipLimits{k_nvidia_item_registers, 0, local_of_group(chip, *nvidia), k_nvidia_warp};
  }
  if (const std::optional<AmdModel> amd = find_amd(chip)) {
    return ChipLimits{amd->item_registers, amd->item_scalar_registers, amd->max_local_bytes,
                      amd->wave == 64 ? amd->wave : 0};
  }
  if (const IntelModel* intel = find_intel(chip))
    return ChipLimits{(intel->has_large_files ? 2 : 1) * k_intel_registers, 0, intel->local_sizes.back() * k_kib, 0};
  if (find_vliw(chip) != nullptr) return ChipLimits{0, 0, k_vliw_local, k_vliw_wave};
  return std::nullopt;
}

}  // namespace clc
