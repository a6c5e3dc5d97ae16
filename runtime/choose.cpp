#include "clc/runtime/choose.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "base/text.h"
#include "clc/internal/pocl.h"
#include "clc/package/amd_chips.h"
#include "clc/package/spirv_device.h"
#include "clc/package/target.h"
#include "clc/runtime/spirv.h"
#include "version.h"

namespace clc {
namespace {

// The rank of a variant for a device. The greater rank is better.
struct Rank {
  int form = 0;             // driver binary 4, machine code 3, PTX 2, IL 1
  unsigned generation = 0;  // NN of sm_NN, the version of the IL, or the number of settings in an AMD target
  bool specific = false;    // sm_90a is better than sm_90, and SPIR-V with extensions better than without
  int tuning = 0;           // 1 for this device, -1 for another

  friend bool operator>(const Rank& a, const Rank& b) {
    return std::tie(a.form, a.tuning, a.generation, a.specific) > std::tie(b.form, b.tuning, b.generation, b.specific);
  }
};

struct Verdict {
  std::optional<Rank> rank;  // empty: the device cannot load the variant
  std::string reason;
};

Verdict accept(Rank rank) {
  return {rank, {}};
}
Verdict refuse(std::string reason) {
  return {std::nullopt, std::move(reason)};
}

std::string quote(const std::string& text) {
  return "'" + text + "'";
}

// Returns the highest SPIR-V version in a text such as "SPIR-V_1.2 SPIR-V_1.1".
std::optional<Version> highest_spirv(const std::string& il_version) {
  std::optional<Version> highest;
  std::istringstream stream(il_version);
  for (std::string word; stream >> word;) {
    const std::optional<Version> version = version_after("SPIR-V_", word);
    if (version && (!highest || *highest < *version)) highest = version;
  }
  return highest;
}

// ", or for spirv64:1.2"; empty where the device takes no SPIR-V.
std::string or_for_spirv(const DeviceFacts& device) {
  const std::optional<Version> il = highest_spirv(device.il_version);
  if (!il || device.address_bits == 0) return {};
  return ", or for spirv" + std::to_string(device.address_bits) + ":" + std::to_string(il->major) + "." +
         std::to_string(il->minor);
}

// The end of a sentence that says what to compile for instead of a binary that another driver made.
std::string instead_of_driver(const DeviceFacts& device) {
  if (const std::string own = own_target(device); !own.empty()) return "for " + own;
  return "on a machine that has this driver" + or_for_spirv(device);
}

// Says so where PoCL made it for another class of processors; else empty.
std::string other_processor(const Match& match, const DeviceFacts& device) {
  const std::string wanted = pocl_cpu_class(match.device_version), here = pocl_cpu_class(device.version);
  if (wanted.empty() || here.empty() || wanted == here) return {};
  return "it is for processors of PoCL's class " + wanted + ", and this machine's is of " + here +
         "; recompile with clc for driver:pocl,cpu=" + here + " on a machine whose processor has it" +
         or_for_spirv(device);
}

// Returns the first difference between the variant's conditions and the device, in the order in which a person would
// look, or an empty text.
std::string mismatch(const Match& match, const DeviceFacts& device) {
  if (!match.inspection_only.empty()) return "it is for inspection, not for running: " + match.inspection_only;
  if (!match.extra.empty()) return "made for a condition that this clc does not know: " + match.extra;
  const struct {
    const std::string& wanted;
    const std::string& actual;
    const char* what;
  } fields[] = {
      {match.platform_version, device.platform_version, "driver"},
      {match.driver_version, device.driver_version, "driver version"},
      {match.device_name, device.name, "device"},
      {match.device_version, device.version, "device version"},
  };
  for (const auto& field : fields) {
    if (field.wanted.empty() || field.wanted == field.actual) continue;
    if (&field.actual == &device.version) {
      if (std::string processor = other_processor(match, device); !processor.empty()) return processor;
    }
    return "made by the " + std::string(field.what) + " " + quote(field.wanted) + ", but here it is " +
           quote(field.actual) + "; recompile with clc " + instead_of_driver(device);
  }
  return {};
}

Verdict judge_driver(const Variant& variant) {
  const Match& match = variant.match;
  if (match.platform_version.empty() || match.driver_version.empty() || match.device_version.empty())
    return refuse("the manifest does not say which driver made it; recompile with clc");
  return accept({4, 0, false});
}

// The NVIDIA architecture in a target, such as sm_90a.
struct Sm {
  unsigned number = 0;
  char suffix = '\0';  // 'a' for this architecture only, 'f' for its family; none: also for later ones
};

std::optional<Sm> sm_of(const Target& target) {
  const std::string_view arch = target.arch;
  if (arch.substr(0, 3) != "sm_") return std::nullopt;
  Sm sm;
  const char* end = arch.data() + arch.size();
  const char* rest = std::from_chars(arch.data() + 3, end, sm.number).ptr;
  if (sm.number == 0 || end - rest > 1) return std::nullopt;
  if (rest != end) sm.suffix = *rest;
  return sm;
}

// Returns the reason why the device is no NVIDIA GPU that could load such a variant, or an empty text when it is one.
std::string why_not_nvidia(const std::optional<Sm>& sm, const Target& target, const DeviceFacts& device,
                           const char* what) {
  if (!sm) return "the target names no NVIDIA architecture such as sm_90";
  if (!device.nvidia_compute_capability) return std::string(what) + " is for NVIDIA GPUs, and this device is not one";
  const bool is_for_cuda = target.family == Family::k_cuda;
  if (is_for_cuda != is_cuda_device(device)) {
    return std::string("it is for ") +
           (is_for_cuda ? "CUDA's driver by way of libclc-cuda.so" : "NVIDIA's OpenCL driver") +
           ", and this device is of the platform " + quote(device.platform_name) + "; recompile with clc for " +
           own_target(device);
  }
  if (device.address_bits != 64) return "it is 64-bit code, and this device's addresses are not 64-bit";
  return {};
}

Verdict judge_ptx(const Target& target, const DeviceFacts& device) {
  const std::optional<Sm> sm = sm_of(target);
  if (std::string wrong = why_not_nvidia(sm, target, device, "PTX"); !wrong.empty()) return refuse(std::move(wrong));

  const unsigned capability = static_cast<unsigned>(*device.nvidia_compute_capability);
  const std::string here = "this device is sm_" + std::to_string(capability);
  if (sm->suffix != '\0' && sm->number != capability)
    return refuse("it runs on sm_" + std::to_string(sm->number) + " only, and " + here);
  if (sm->number > capability) {
    return refuse("it needs sm_" + std::to_string(sm->number) + " or later, and " + here + "; recompile with clc for " +
                  own_target(device));
  }
  return accept({2, sm->number, sm->suffix != '\0'});
}

// Returns true for an integrated chip. Its machine code does not run on other chips of its generation, and theirs does
// not run on it (CUDA programming guide, binary compatibility).
bool is_integrated(unsigned sm) {
  constexpr unsigned k_integrated[] = {53, 62, 72, 87, 88, 101, 110};
  return std::find(std::begin(k_integrated), std::end(k_integrated), sm) != std::end(k_integrated);
}

// NVIDIA's machine code runs on its own architecture, and on later ones of the same major version.
Verdict judge_cubin(const Target& target, const DeviceFacts& device) {
  const std::optional<Sm> sm = sm_of(target);
  if (std::string wrong = why_not_nvidia(sm, target, device, "a cubin"); !wrong.empty())
    return refuse(std::move(wrong));

  const unsigned capability = static_cast<unsigned>(*device.nvidia_compute_capability);
  const bool is_exact = sm->number == capability;
  const bool is_later = sm->number < capability && sm->number / 10 == capability / 10 && sm->suffix == '\0' &&
                        !is_integrated(sm->number) && !is_integrated(capability);
  if (is_exact || is_later) return accept({3, sm->number, sm->suffix != '\0'});
  return refuse("it is machine code for sm_" + std::to_string(sm->number) + ", and this device is sm_" +
                std::to_string(capability) + "; recompile with clc for cubin:sm_" + std::to_string(capability) +
                " or nvptx:sm_" + std::to_string(capability));
}

// The drivers before "3649.0 (HSA1.1,LC)" do not know code objects of version 6, or not all generic targets.
bool is_older_than_generic(const std::string& driver_version) {
  constexpr int k_first = 3649;
  int number = 0;
  const char* const end = driver_version.data() + driver_version.size();
  const auto [rest, error] = std::from_chars(driver_version.data(), end, number);
  return error == std::errc() && rest != end && *rest == '.' && number >= 1000 && number < k_first;
}

// AMD's driver names a device `gfx90a:sramecc+:xnack-`: the chip, and every setting that it has.
Verdict judge_amd(const Target& target, const DeviceFacts& device) {
  const std::vector<std::string_view> actual = split(device.name, ":");
  if (!takes_amd_code(device)) {
    return refuse("it is a code object for AMD's driver and " + target.arch + ", and this device is " +
                  quote(device.name) + " of " + quote(device.platform_vendor));
  }
  const std::vector<std::string>& meant = chips_of_generic(target.arch);
  const bool is_generic = std::ranges::find(meant, actual[0]) != meant.end();
  if (!meant.empty() && !is_generic) {
    return refuse("it is machine code for " + join(meant, ", ") + " (" + target.arch + "), and this device is " +
                  std::string(actual[0]) + "; recompile with clc for amdgcn:" + std::string(actual[0]));
  }
  if (is_generic && is_older_than_generic(device.driver_version)) {
    return refuse("it is machine code for a family of chips (" + target.arch +
                  "), which AMD's drivers take from 3649 (ROCm 6.4) on, and this one is " + device.driver_version +
                  "; recompile with clc for amdgcn:" + std::string(actual[0]));
  }
  if (!is_generic && target.arch != actual[0]) {
    return refuse("it is machine code for " + target.arch + ", and this device is " + std::string(actual[0]) +
                  "; recompile with clc for amdgcn:" + std::string(actual[0]));
  }
  for (const std::string& feature : target.features) {
    if (std::find(actual.begin() + 1, actual.end(), feature) == actual.end()) {
      return refuse("it was compiled with " + feature + ", and this device is " + quote(device.name) +
                    "; recompile with clc for amdgcn:" + device.name);
    }
  }
  // Code for the very chip is better than that for its family, with whatever settings.
  constexpr unsigned k_exact = 100;
  return accept({3, static_cast<unsigned>(target.features.size()) + (is_generic ? 0 : k_exact), false});
}

Verdict judge_spirv(const Target& target, const DeviceFacts& device) {
  const unsigned bits = target.family == Family::k_spirv64 ? 64 : target.family == Family::k_spirv32 ? 32 : 0;
  const std::optional<Version> version = version_after("", target.arch);
  if (bits == 0 || !version) return refuse("the target names no SPIR-V version such as spirv64:1.2");

  const std::optional<Version> accepted = highest_spirv(device.il_version);
  if (!accepted) {
    const std::string own = own_target(device);
    const char* const driver = device.platform_name == k_pocl_platform ? "driver:pocl" : "driver:NAME";
    return refuse("this device takes no SPIR-V (its CL_DEVICE_IL_VERSION is " + quote(device.il_version) +
                  "); recompile with clc for " + (own.empty() ? driver : own));
  }
  if (*accepted < *version) {
    return refuse("this device takes " + device.il_version + "; recompile with clc for spirv" + std::to_string(bits) +
                  ":" + std::to_string(accepted->major) + "." + std::to_string(accepted->minor));
  }
  if (device.address_bits != bits) {
    return refuse("it is " + std::to_string(bits) + "-bit code, and this device's addresses have " +
                  std::to_string(device.address_bits) + " bits");
  }
  Rank rank{1, version->major * 100 + version->minor};
  for (const std::string& feature : target.features) {
    if (feature == k_tune_intel_cpu) {
      rank.tuning = is_intel_cpu(spirv_of(device)) ? 1 : -1;
    } else if (takes_spirv_extension(spirv_of(device), feature)) {
      rank.specific = true;
    } else {
      return refuse("it uses " + feature + ", which this device does not take");
    }
  }
  return accept(rank);
}

// The chips are named as ocloc names them, and drivers name devices as shops do: the driver itself says whether it
// takes the binary, or one of an archive's. Where it does not, the next variant's turn comes.
Verdict judge_intel(const Target& target, const DeviceFacts& device) {
  if (device.platform_vendor.find("Intel") == std::string::npos || device.kind != DeviceKind::k_gpu) {
    return refuse("it is machine code for Intel's driver and GPUs, and this device is " + quote(device.name) + " of " +
                  quote(device.platform_vendor) + "; recompile with clc for spirv64");
  }
  const bool is_archive = !target.features.empty() || target.arch.find_first_of(",:") != std::string::npos;
  return accept({3, is_archive ? 0U : 1U, false});
}

Verdict judge(const Variant& variant, const DeviceFacts& device) {
  if (std::string difference = mismatch(variant.match, device); !difference.empty()) return refuse(difference);
  const Target target = read_target(variant.target).value_or(Target());
  if (variant.format == "driver") return judge_driver(variant);
  if (variant.format == "ptx") return judge_ptx(target, device);
  if (variant.format == "spirv") return judge_spirv(target, device);
  if (variant.format == "cubin") return judge_cubin(target, device);
  if (variant.format == "hsaco") return judge_amd(target, device);
  if (variant.format == "r600") return refuse("VLIW machine code is for inspection: no driver loads it any more");
  if (variant.format == "intel") return judge_intel(target, device);
  if (variant.format == "library") return refuse("a library has to be linked with sources, into another package");
  return refuse("this version of clc cannot load the format " + quote(variant.format));
}

// Returns how well a time from the device `fastest` predicts the time on this device; 0: not at all.
int likeness(const FastestOn& fastest, const DeviceFacts& device) {
  if (fastest.device.platform != device.platform_name) return 0;
  if (fastest.device.name != device.name) return 1;
  return fastest.device.driver_version == device.driver_version ? 3 : 2;
}

}  // namespace

bool takes_amd_code(const DeviceFacts& device) {
  constexpr std::string_view k_amd = "Advanced Micro Devices";
  // Other drivers of AMD's chips, such as Mesa's, take IL alone. Their devices are of "AMD".
  const bool is_amd =
      device.platform_vendor.find(k_amd) != std::string::npos || device.vendor.find(k_amd) != std::string::npos;
  return is_amd && device.name.substr(0, 3) == "gfx";
}

bool is_cuda_device(const DeviceFacts& device) {
  return device.platform_name == k_cuda_platform;
}

std::string own_target(const DeviceFacts& device) {
  if (device.nvidia_compute_capability)
    return (is_cuda_device(device) ? "cuda:sm_" : "nvptx:sm_") + std::to_string(*device.nvidia_compute_capability);
  if (takes_amd_code(device)) return "amdgcn:" + std::string(split(device.name, ":")[0]);
  return {};
}

Choice choose_variants(const Module& module, const DeviceFacts& device) {
  Choice choice;
  std::vector<std::pair<Rank, const Variant*>> ranked;
  for (const Variant& variant : module.variants) {
    Verdict verdict = judge(variant, device);
    if (verdict.rank) {
      ranked.emplace_back(*verdict.rank, &variant);
    } else {
      choice.refused.push_back({variant.target, std::move(verdict.reason)});
    }
  }
  std::ranges::stable_sort(ranked, [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [rank, variant] : ranked) choice.fitting.push_back(variant);
  return choice;
}

std::string describe(const std::vector<Refusal>& refusals) {
  std::string text;
  for (const Refusal& refusal : refusals) {
    if (!text.empty()) text += '\n';
    text += "  " + refusal.target + ": " + refusal.reason;
  }
  return text;
}

const Module* find_configuration(const Manifest& manifest, std::string_view name, const DeviceFacts& device) {
  if (const Module* module = manifest.find(name)) return module;
  const Module* best = nullptr;
  int best_likeness = 0;
  for (const Module& module : manifest.modules) {
    if (module.tuning.of != name) continue;
    if (best == nullptr || (best_likeness == 0 && module.tuning.is_default)) best = &module;
    for (const FastestOn& fastest : module.tuning.fastest_on) {
      if (const int like = likeness(fastest, device); like > best_likeness) {
        best = &module;
        best_likeness = like;
      }
    }
  }
  return best;
}

}  // namespace clc
