#include "clc/package/target.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "base/try.h"
#include "manifest/product_names.h"

namespace clc {
namespace {

constexpr std::size_t k_max_target_length = 256;

// Other spellings of a family's name that are accepted and not shown.
struct FamilyAlias {
  const char* alias;
  Family family;
};
constexpr FamilyAlias k_family_aliases[] = {
    {"nvptx64", Family::k_nvptx}, {"ptx", Family::k_nvptx},     {"amdgpu", Family::k_amdgcn},
    {"hsaco", Family::k_amdgcn},  {"spirv", Family::k_spirv64}, {"spir_v", Family::k_spirv64},
};

// Names of vendors and their software, which say neither a family nor a chip, and other names of several targets, with
// what people mean.
struct VendorName {
  const char* name;
  const char* families;
};
constexpr VendorName k_vendor_names[] = {
    {"amd", "amdgcn"},
    {"radeon", "amdgcn"},
    {"rocm", "amdgcn"},
    {"nvidia", "nvptx, cubin or cuda"},
    {"geforce", "nvptx, cubin or cuda"},
    {"arc", "intel"},
    {"opencl", "spirv64 or driver"},
    {"cpu", "driver:pocl or native"},
    {"host", "driver:pocl or native"},
    {"all", "all-major or all-available"},
};

// AMD's code names, as LLVM knows them.
struct ArchAlias {
  const char* alias;
  const char* arch;
};
constexpr ArchAlias k_amdgcn_aliases[] = {
    {"tahiti", "gfx600"},   {"pitcairn", "gfx601"}, {"verde", "gfx601"},     {"hainan", "gfx602"},
    {"oland", "gfx602"},    {"kaveri", "gfx700"},   {"hawaii", "gfx701"},    {"kabini", "gfx703"},
    {"mullins", "gfx703"},  {"bonaire", "gfx704"},  {"carrizo", "gfx801"},   {"iceland", "gfx802"},
    {"tonga", "gfx802"},    {"fiji", "gfx803"},     {"polaris10", "gfx803"}, {"polaris11", "gfx803"},
    {"tongapro", "gfx805"}, {"stoney", "gfx810"},
};

// Names of families whose architectures are free text: those that people are likely to mean.
struct FreeName {
  const char* family;
  const char* arch;
};
constexpr FreeName k_free_names[] = {
    {"driver", "pocl"}, {"intel", "bdw"},   {"intel", "skl"}, {"intel", "icllp"}, {"intel", "tgllp"},
    {"intel", "rkl"},   {"intel", "adl_s"}, {"intel", "dg1"}, {"intel", "dg2"},   {"intel", "pvc"},
    {"intel", "mtl"},   {"intel", "lnl"},   {"intel", "bmg"},
};

// The chips that have a choice, as LLVM 22 accepts it.
constexpr const char* k_have_sramecc[] = {"gfx906", "gfx908", "gfx90a", "gfx942", "gfx950", "gfx9-4-generic"};
constexpr const char* k_have_xnack[] = {"gfx801",  "gfx810",       "gfx900",         "gfx902",         "gfx904",
                                        "gfx906",  "gfx908",       "gfx909",         "gfx90a",         "gfx90c",
                                        "gfx942",  "gfx950",       "gfx1010",        "gfx1011",        "gfx1012",
                                        "gfx1013", "gfx9-generic", "gfx9-4-generic", "gfx10-1-generic"};

// SPIR-V's extensions that functions of OpenCL C need and that LLVM 22 writes for kernels. (SPV_KHR_shader_clock is not
// here, because the validator of Debian 12 holds modules that have it to the rules of shaders.)
constexpr const char* k_spirv_extensions[] = {
    "SPV_EXT_shader_atomic_float16_add", "SPV_EXT_shader_atomic_float_add", "SPV_EXT_shader_atomic_float_min_max",
    "SPV_INTEL_bfloat16_conversion",     "SPV_INTEL_split_barrier",         "SPV_INTEL_subgroups",
    "SPV_KHR_cooperative_matrix",        "SPV_KHR_integer_dot_product",     "SPV_KHR_subgroup_rotate"};

std::string with_underscores(std::string text) {
  std::ranges::replace(text, '-', '_');
  return text;
}

bool is_printable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != 127; });
}

// "; the nearest names are A, B, C": at most three names by their distance. Those that begin with `text` come
// first, and of them the one for all chips of a generation.
std::string nearest_names(std::string_view text, std::vector<std::string> names) {
  const auto order = [&](const std::string& name) {
    return std::tuple(!name.starts_with(text), name != std::string(text) + "-generic", edit_distance(text, name));
  };
  std::ranges::stable_sort(names, {}, order);
  if (names.size() > 3) names.resize(3);
  return names.empty() ? "" : "; the nearest names are " + join(names, ", ");
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const FamilyInfo& info : target_families()) names.push_back(info.name);
  return names;
}

std::string in_quotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

// The architecture to begin with, whose code most chips run.
std::string first_arch(const FamilyInfo& info) {
  return info.family == Family::k_amdgcn ? "gfx11-generic" : info.usual_archs.front();
}

Failure no_arch(const FamilyInfo& info, std::string_view whole) {
  const std::string family = info.name;
  std::string text = "target " + in_quotes(whole) + " names no ";
  if (info.family == Family::k_driver) {
    text += "driver: write driver:NAME, a part of the platform's or device's name";
  } else if (info.archs.empty()) {
    text += "device: write " + family + ":NAME, for instance intel:dg2";
  } else {
    text += "architecture: begin with " + family + ":" + first_arch(info) + ", or write another of " +
            join(info.archs, ", ");
  }
  return fail(ErrorKind::k_unavailable, text);
}

// Reads the architecture for families without a list of them: any name that the driver or the tool may know.
Result<std::string> parse_free_arch(const FamilyInfo& info, std::string_view text, std::string_view whole) {
  if (info.family == Family::k_driver) return lower(text);
  std::string arch = with_underscores(lower(text));
  const bool is_name = std::ranges::all_of(
      arch, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.'; });
  const std::string product = target_of_product(text);
  if (family_of_target(product) == info.name) return std::string(device_of_target(product));
  if (is_name) return arch;
  return fail(ErrorKind::k_usage,
              "target " + in_quotes(whole) + ": a device's name holds letters, digits, '_', '-' and '.'");
}

// Several of Intel's chips, as ocloc names them: a list, whose order does not matter, or a range, of which one end may
// be open: `skl,kbl`, `gen9:gen11`, `gen9:`.
Result<std::string> parse_intel_archs(const FamilyInfo& info, std::string_view text, std::string_view whole) {
  std::vector<std::string> each;
  for (const std::string_view part : split(text, ",")) {
    const std::vector<std::string_view> ends = split(part, ":");
    const bool is_empty = std::ranges::all_of(ends, [](std::string_view end) { return end.empty(); });
    if (is_empty || ends.size() > 2) {
      return fail(ErrorKind::k_usage, "target " + in_quotes(whole) + ": " + in_quotes(part) +
                                          " is no device and no range such as gen9:gen11, gen9: or :gen9");
    }
    std::string range;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const std::string name = CLC_TRY(parse_free_arch(info, ends[i], whole));
      range += (i == 0 ? "" : ":") + name;
    }
    each.push_back(std::move(range));
  }
  std::ranges::sort(each);
  each.erase(std::unique(each.begin(), each.end()), each.end());
  return join(each, ",");
}

// `text.data()` is null when there was no colon.
std::vector<std::string> targets_with_arch(const std::string& arch);

Result<std::string> parse_arch(const FamilyInfo& info, std::string_view text, std::string_view whole) {
  const std::string family = info.name;
  if (text.empty()) {
    if (!info.default_arch.empty() && text.data() == nullptr) return info.default_arch;
    return no_arch(info, whole);
  }
  if (info.family == Family::k_intel) return parse_intel_archs(info, text, whole);
  if (info.archs.empty()) return parse_free_arch(info, text, whole);
  std::string arch = with_underscores(lower(text));
  if (info.family == Family::k_amdgcn) {
    for (const ArchAlias& alias : k_amdgcn_aliases) {
      if (arch == alias.alias) return std::string(alias.arch);
    }
  }
  for (const std::string& known : info.archs) {
    if (arch == with_underscores(known)) return known;
  }
  const std::string product(device_of_target(target_of_product(text)));
  if (std::ranges::find(info.archs, product) != info.archs.end()) return product;
  const std::vector<std::string> others = targets_with_arch(arch);
  const std::string hint = others.empty() ? "" : "; " + join(others, " or ") + " would be known";
  std::vector<std::string> candidates;
  for (const std::string& known : info.archs) candidates.push_back(family + ":" + known);
  return fail(ErrorKind::k_unavailable, "unknown architecture in target " + in_quotes(whole) + hint +
                                            nearest_names(family + ":" + arch, candidates));
}

template <std::size_t N>
bool holds(const char* const (&names)[N], const std::string& name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

struct Feature {
  std::string key;
  std::string text;  // canonical
};

// key=value
Result<Feature> parse_driver_feature(std::string_view text, std::string_view whole) {
  std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) {
    return fail(ErrorKind::k_usage, "target " + in_quotes(whole) + ": feature " + in_quotes(text) +
                                        " is not of the form key=value, for instance cpu=avx2");
  }
  std::string key = with_underscores(lower(text.substr(0, equals)));
  return Feature{key, key + "=" + lower(text.substr(equals + 1))};
}

// sramecc or xnack, each with + or -, where the chip has a choice.
Result<Feature> parse_amd_feature(const std::string& arch, std::string_view text, std::string_view whole) {
  const std::string feature = lower(text);
  const std::string key = feature.substr(0, feature.empty() ? 0 : feature.size() - 1);
  const bool is_sramecc = key == "sramecc";
  if ((!is_sramecc && key != "xnack") || (feature.back() != '+' && feature.back() != '-')) {
    return fail(ErrorKind::k_unavailable, "target " + in_quotes(whole) + ": feature " + in_quotes(text) +
                                              " is none of sramecc+, sramecc-, xnack+ and xnack-");
  }
  if (is_sramecc ? !holds(k_have_sramecc, arch) : !holds(k_have_xnack, arch)) {
    return fail(ErrorKind::k_unavailable,
                "target " + in_quotes(whole) + ": " + arch + " has no choice of " + key + "; leave it out");
  }
  return Feature{key, feature};
}

// ocloc gets the source itself, and not what clc makes of it.
Result<Feature> parse_intel_feature(std::string_view text, std::string_view whole) {
  constexpr const char* k_from_source = "from=source";
  if (lower(text) == k_from_source) return Feature{"from", k_from_source};
  return fail(ErrorKind::k_unavailable, "target " + in_quotes(whole) + ": feature " + in_quotes(text) + " is not " +
                                            k_from_source + ", which gives the source itself to ocloc");
}

// The name of an extension, with or without a plus, or the tuning.
Result<Feature> parse_spirv_feature(std::string_view text, std::string_view whole) {
  const std::string name = with_underscores(lower(text.substr(text.starts_with('+') ? 1 : 0)));
  if (name == with_underscores(k_tune_intel_cpu)) return Feature{"tune", k_tune_intel_cpu};
  std::vector<std::string> known;
  for (const char* extension : k_spirv_extensions) {
    if (lower(extension) == name) return Feature{extension, extension};
    known.emplace_back(extension);
  }
  return fail(ErrorKind::k_unavailable, "target " + in_quotes(whole) + ": " + in_quotes(text) + " is neither " +
                                            k_tune_intel_cpu + " nor one of the extensions " + join(known, ", "));
}

Result<Feature> parse_feature(Family family, const std::string& arch, std::string_view text, std::string_view whole) {
  switch (family) {
    case Family::k_driver:
      return parse_driver_feature(text, whole);
    case Family::k_amdgcn:
      return parse_amd_feature(arch, text, whole);
    case Family::k_intel:
      return parse_intel_feature(text, whole);
    case Family::k_spirv32:
    case Family::k_spirv64:
      return parse_spirv_feature(text, whole);
    default:
      return fail(ErrorKind::k_unavailable, "target " + in_quotes(whole) + ": " + family_info(family).name +
                                                " has no features, so " + in_quotes(text) + " means nothing");
  }
}

// Sorts the features; each key may occur once.
Result<std::vector<std::string>> parse_features(const FamilyInfo& info, const std::string& arch,
                                                const std::vector<std::string_view>& texts, std::string_view whole) {
  std::vector<std::string> features;
  std::vector<std::string> keys;
  for (std::string_view text : texts) {
    Feature feature = CLC_TRY(parse_feature(info.family, arch, text, whole));
    if (std::ranges::find(keys, feature.key) != keys.end()) {
      return fail(ErrorKind::k_usage,
                  "target " + in_quotes(whole) + " gives feature " + in_quotes(feature.key) + " twice");
    }
    keys.push_back(feature.key);
    features.push_back(feature.text);
  }
  // The one has no instruction of its own: it widens that of the other.
  constexpr const char* k_half_add = "SPV_EXT_shader_atomic_float16_add";
  constexpr const char* k_float_add = "SPV_EXT_shader_atomic_float_add";
  const auto names = [&](const char* name) { return std::ranges::find(features, name) != features.end(); };
  if (names(k_half_add) && !names(k_float_add)) features.emplace_back(k_float_add);
  std::ranges::sort(features);
  return features;
}

}  // namespace

// A table has a line for each field or row.  NOLINTNEXTLINE(readability-function-size)
const std::vector<FamilyInfo>& target_families() {
  static const std::vector<std::string> k_spirv_versions = {"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"};
  // The chips that LLVM 22 knows, from sm_50 on.
  static const std::vector<std::string> k_nvidia = {
      "sm_50",   "sm_52",  "sm_53",   "sm_60",   "sm_61",  "sm_62",   "sm_70",   "sm_72",  "sm_75",
      "sm_80",   "sm_86",  "sm_87",   "sm_88",   "sm_89",  "sm_90",   "sm_90a",  "sm_100", "sm_100a",
      "sm_100f", "sm_101", "sm_101a", "sm_101f", "sm_103", "sm_103a", "sm_103f", "sm_110", "sm_110a",
      "sm_110f", "sm_120", "sm_120a", "sm_120f", "sm_121", "sm_121a", "sm_121f"};
  // CUDA 13's assembler begins here.
  static const std::vector<std::string> k_assembled(std::ranges::find(k_nvidia, "sm_75"), k_nvidia.end());
  // The chips that LLVM 22 knows, and the generic targets, of which each stands for several.
  static const std::vector<std::string> k_amd = {
      "gfx600",         "gfx601",          "gfx602",          "gfx700",        "gfx701",       "gfx702",
      "gfx703",         "gfx704",          "gfx705",          "gfx801",        "gfx802",       "gfx803",
      "gfx805",         "gfx810",          "gfx900",          "gfx902",        "gfx904",       "gfx906",
      "gfx908",         "gfx909",          "gfx90a",          "gfx90c",        "gfx942",       "gfx950",
      "gfx1010",        "gfx1011",         "gfx1012",         "gfx1013",       "gfx1030",      "gfx1031",
      "gfx1032",        "gfx1033",         "gfx1034",         "gfx1035",       "gfx1036",      "gfx1100",
      "gfx1101",        "gfx1102",         "gfx1103",         "gfx1150",       "gfx1151",      "gfx1152",
      "gfx1153",        "gfx1200",         "gfx1201",         "gfx1250",       "gfx1251",      "gfx9-generic",
      "gfx9-4-generic", "gfx10-1-generic", "gfx10-3-generic", "gfx11-generic", "gfx12-generic"};
  // LLVM 22 cannot select a store to global memory for the chips before these.
  static const std::vector<std::string> k_vliw = {"cedar", "redwood", "sumo",   "juniper", "cypress",
                                                  "barts", "turks",   "caicos", "cayman"};
  static const std::vector<FamilyInfo> k_families = {
      {.family = Family::k_spirv64,
       .name = "spirv64",
       .format = "spirv",
       .form = BinaryForm::k_il,
       .endings = {".spv", ".bin"},
       .summary = "SPIR-V for devices with 64-bit pointers",
       .archs = k_spirv_versions,
       .default_arch = "1.2",
       .usual_archs = {"1.2"},
       .builtins = {"spirv64.bc"}},
      {.family = Family::k_spirv32,
       .name = "spirv32",
       .format = "spirv",
       .form = BinaryForm::k_il,
       .endings = {".spv", ".bin"},
       .summary = "SPIR-V for devices with 32-bit pointers",
       .archs = k_spirv_versions,
       .default_arch = "1.2",
       .usual_archs = {"1.2"},
       .builtins = {"spirv32.bc"}},
      {.family = Family::k_nvptx,
       .name = "nvptx",
       .format = "ptx",
       .form = BinaryForm::k_assembly,
       .endings = {".ptx"},
       .summary = "PTX text for NVIDIA GPUs",
       .archs = k_nvidia,
       .usual_archs = {"sm_75"},
       .builtins = {"nvptx64.bc"}},
      {.family = Family::k_cuda,
       .name = "cuda",
       .format = "ptx",
       .form = BinaryForm::k_assembly,
       .endings = {".ptx"},
       .summary = "PTX text for NVIDIA GPUs by CUDA's driver (libclc-cuda.so)",
       .archs = k_nvidia,
       .usual_archs = {"sm_75"},
       .builtins = {"nvptx64.bc"}},
      {.family = Family::k_cubin,
       .name = "cubin",
       .format = "cubin",
       .form = BinaryForm::k_machine_code,
       .endings = {".cubin", ".elf", ".bin"},
       .summary = "machine code for NVIDIA GPUs",
       .archs = k_assembled,
       .usual_archs = {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"},
       .assembler = "ptxas"},
      {.family = Family::k_amdgcn,
       .name = "amdgcn",
       .format = "hsaco",
       .form = BinaryForm::k_machine_code,
       .endings = {".hsaco", ".elf", ".bin"},
       .summary = "linked code object for AMD GPUs",
       .archs = k_amd,
       .usual_archs = {"gfx906", "gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"},
       .builtins = {"amdgcn-clc.bc", "amdgcn-opencl.bc", "amdgcn-ocml.bc", "amdgcn-ockl.bc", "amdgcn-libclc.bc"}},
      {.family = Family::k_r600,
       .name = "r600",
       .format = "r600",
       .form = BinaryForm::k_machine_code,
       .endings = {".elf", ".bin"},
       .summary = "machine code for AMD's VLIW GPUs, for inspection only",
       .archs = k_vliw,
       .usual_archs = {"cypress", "cayman"},
       .builtins = {"r600-*.bc"}},
      {.family = Family::k_intel,
       .name = "intel",
       .format = "intel",
       .form = BinaryForm::k_machine_code,
       .endings = {".bin"},
       .summary = "machine code for Intel GPUs, by ocloc's device name",
       .usual_archs = {"skl", "tgllp", "dg2", "pvc", "mtl", "lnl_m", "bmg_g21"},
       .assembler = "ocloc"},
      {.family = Family::k_driver,
       .name = "driver",
       .format = "driver",
       .form = BinaryForm::k_of_driver,
       .endings = {".bin"},
       .summary = "the binary of an installed OpenCL driver, by name"},
  };
  return k_families;
}

const FamilyInfo& family_info(Family family) {
  const std::vector<FamilyInfo>& families = target_families();
  auto found = std::ranges::find(families, family, &FamilyInfo::family);
  return found == families.end() ? families.front() : *found;
}

const FamilyInfo* family_of_format(std::string_view format) {
  const std::vector<FamilyInfo>& families = target_families();
  auto found = std::ranges::find(families, format, &FamilyInfo::format);
  return found == families.end() ? nullptr : &*found;
}

std::string Target::name() const {
  std::string text = std::string(family_info(family).name) + ":" + arch;
  for (const std::string& feature : features) text += "," + feature;
  return text;
}

namespace {

// The families that have an architecture of this name, as "nvptx:sm_80", except for cuda, which has to be named.
std::vector<std::string> targets_with_arch(const std::string& arch) {
  std::vector<std::string> names;
  for (const FamilyInfo& info : target_families()) {
    if (info.family == Family::k_cuda) continue;
    for (const std::string& known : info.archs) {
      if (arch == with_underscores(known)) names.push_back(std::string(info.name) + ":" + known);
    }
  }
  for (const ArchAlias& alias : k_amdgcn_aliases) {
    if (arch == alias.alias) names.push_back(std::string("amdgcn:") + alias.arch);
  }
  return names;
}

// The family of a target, and one for all of NVIDIA's and both of SPIR-V's.
std::string maker_of(const std::string& target) {
  const std::string_view family = family_of_target(target);
  if (family == "cubin" || family == "cuda") return "nvptx";
  return std::string(family == "spirv32" ? "spirv64" : family);
}

// "; did you mean amdgcn:gfx1100?" for a word that is nearly a family, or with `may_be_arch` nearly an architecture.
std::string near_targets(const std::string& word, bool may_be_arch) {
  std::vector<std::string> known = family_names();
  if (may_be_arch) {
    for (const FamilyInfo& info : target_families()) known.insert(known.end(), info.archs.begin(), info.archs.end());
    for (const ArchAlias& alias : k_amdgcn_aliases) known.emplace_back(alias.alias);
    for (const FreeName& name : k_free_names) known.emplace_back(name.arch);
    for (const std::string& name : product_names()) {
      if (name.size() > 3) known.push_back(name);  // any two letters are near each other
    }
  }
  std::vector<std::string> found = nearest(word, known);
  if (!found.empty() && found.front() == word) found.resize(1);
  std::vector<std::string> names;
  for (const std::string& near : found) {
    if (find_family(near) != nullptr) names.push_back(near);
    if (!may_be_arch) continue;
    for (const std::string& target : targets_with_arch(near)) names.push_back(target);
    for (const FreeName& name : k_free_names) {
      if (near == name.arch) names.push_back(std::string(name.family) + ":" + name.arch);
    }
    const std::string product = target_of_product(near);
    if (!product.empty() && std::ranges::find(names, product) == names.end()) names.push_back(product);
  }
  if (names.empty()) return "; known families: " + join(family_names(), ", ");
  // Chips of one maker have names alike, and versions of SPIR-V are not meant by them.
  const std::string maker = maker_of(names.front());
  std::erase_if(names, [&](const std::string& name) { return maker_of(name) != maker; });
  if (names.size() > 3) names.resize(3);
  return "; did you mean " + join(names, " or ") + "?";
}

Result<Target> parse_one_target(std::string_view text);

// A target without a family that this clc knows: an architecture alone has the meaning of the one family that has it.
Result<Target> parse_without_family(std::string_view text, const std::string& word) {
  const std::size_t end = text.find_first_of(":,");
  // NVIDIA's own names say neither PTX nor machine code.
  const bool is_nvidia = word == "nvidia";
  const std::size_t arch_end = is_nvidia && end != std::string_view::npos ? text.find_first_of(":,", end + 1) : end;
  const std::size_t arch_begin = is_nvidia && end != std::string_view::npos ? end + 1 : 0;
  const std::string arch = with_underscores(lower(text.substr(arch_begin, arch_end - arch_begin)));
  const std::vector<std::string> targets = targets_with_arch(arch);
  if (targets.size() == 1) {
    const std::string rest(arch_end == std::string_view::npos ? std::string_view() : text.substr(arch_end));
    return parse_one_target(targets.front() + rest);
  }
  if (!targets.empty()) {
    return fail(ErrorKind::k_unavailable,
                "target " + in_quotes(text) + " can mean several; did you mean " + join(targets, " or ") + "?");
  }
  if (const std::string product = target_of_product(arch); !product.empty()) {
    return parse_one_target(
        product + std::string(arch_end == std::string_view::npos ? std::string_view() : text.substr(arch_end)));
  }
  if (arch.starts_with("gfx")) return parse_one_target("amdgcn:" + std::string(text));
  if (arch.starts_with("sm")) return parse_one_target("nvptx:" + std::string(text.substr(arch_begin)));
  for (const VendorName& vendor : k_vendor_names) {
    if (word != vendor.name) continue;
    return fail(ErrorKind::k_unavailable,
                "unknown target " + in_quotes(text) + "; did you mean " + vendor.families + "?");
  }
  return fail(ErrorKind::k_unavailable,
              "unknown target " + in_quotes(text) + near_targets(word, end == std::string_view::npos));
}

// Intel's devices are one part, before the features, which have a '='.
std::vector<std::string_view> parts_of_intel(std::string_view text) {
  std::vector<std::string_view> parts = split(text, ",");
  const auto is_feature = [](std::string_view part) { return part.find('=') != std::string_view::npos; };
  const auto first = std::ranges::find_if(parts, is_feature);
  const std::size_t before =
      first == parts.end() ? text.size() + 1 : static_cast<std::size_t>(first->data() - text.data());
  parts.erase(parts.begin(), first);
  parts.insert(parts.begin(), text.substr(0, before == 0 ? 0 : before - 1));
  return parts;
}

// True where a list of devices goes on with a target of another family, which is a mistake.
bool has_other_family(std::string_view devices) {
  const std::vector<std::string_view> parts = split(devices, ",");
  return std::ranges::any_of(parts,
                             [](std::string_view part) { return find_family(family_of_target(part)) != nullptr; });
}

Result<Target> parse_one_target(std::string_view text) {
  if (text.empty()) return fail(ErrorKind::k_usage, "a target is empty; known families: " + join(family_names(), ", "));
  if (text.size() > k_max_target_length || !is_printable(text))
    return fail(ErrorKind::k_usage, "a target is longer than 256 bytes or holds control characters");
  const std::size_t colon = text.substr(0, text.find(',')).find(':');
  const std::string family = with_underscores(lower(text.substr(0, std::min(colon, text.find(',')))));
  const FamilyInfo* info = find_family(family);
  if (info == nullptr) return parse_without_family(text, family);
  std::string rest(text.substr(std::min(text.size(), colon == std::string_view::npos ? text.find(',') : colon + 1)));
  const bool has_colon = colon != std::string_view::npos;
  // AMD writes gfx90a:sramecc+:xnack-, and a comma would end the name of a pass of clc-opt.
  if (!info->archs.empty()) std::ranges::replace(rest, ':', ',');
  std::vector<std::string_view> parts = split(rest, ",");
  if (info->family == Family::k_intel && has_colon && !has_other_family(rest)) parts = parts_of_intel(rest);
  std::string arch = CLC_TRY(parse_arch(*info, has_colon ? parts[0] : std::string_view(), text));
  std::vector<std::string> features =
      CLC_TRY(parse_features(*info, arch, std::vector<std::string_view>(parts.begin() + 1, parts.end()), text));
  return Target{info->family, arch, features};
}

}  // namespace

const FamilyInfo* find_family(std::string_view name) {
  const std::string wanted = with_underscores(lower(name));
  for (const FamilyInfo& info : target_families()) {
    if (wanted == info.name) return &info;
  }
  for (const FamilyAlias& alias : k_family_aliases) {
    if (wanted == alias.alias) return &family_info(alias.family);
  }
  return nullptr;
}

Result<Target> parse_target(std::string_view text) {
  Result<Target> parsed = parse_one_target(text);
  if (parsed || text.find(',') == std::string_view::npos) return parsed;
  if (text.size() > k_max_target_length || !is_printable(text)) return parsed;
  std::string each;
  for (const std::string_view part : split(text, ",")) {
    const std::size_t word_end = part.find_first_of(":=");
    const std::string word = lower(part.substr(0, word_end));
    if (find_family(word) == nullptr && !parse_one_target(part)) return parsed;
    each += (each.empty() ? "-t " : " -t ") + std::string(part);
  }
  return fail(ErrorKind::k_usage, "target " + in_quotes(text) + " names several; give -t once for each: " + each);
}

std::optional<Target> read_target(std::string_view name) {
  const FamilyInfo* family = find_family(family_of_target(name));
  if (family == nullptr) return std::nullopt;
  const std::string_view device = device_of_target(name);
  const std::vector<std::string_view> parts = family->family == Family::k_intel
                                                  ? parts_of_intel(device)
                                                  : split_at_any(device, family->archs.empty() ? "," : ",:");
  return Target{family->family, std::string(parts[0]), {parts.begin() + 1, parts.end()}};
}

std::string_view family_of_target(std::string_view name) {
  return name.substr(0, name.find(':'));
}

std::string_view device_of_target(std::string_view name) {
  return name.substr(std::min(name.find(':'), name.size() - 1) + 1);
}

}  // namespace clc
