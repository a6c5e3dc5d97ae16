#include "clc/package/target.h"
#include "catch_all.h"
#include "clc/package/amd_chips.h"
#include "package_samples.h"

using namespace clc;

TEST_CASE("Generic targets stand for chips that are targets, too") {
  const std::vector<std::string>& archs = family_info(Family::k_amdgcn).archs;
  std::size_t generics = 0;
  for (const std::string& arch : archs) {
    CAPTURE(arch);
    const bool is_generic = arch.size() > 8 && arch.substr(arch.size() - 8) == "-generic";
    CHECK(chips_of_generic(arch).empty() == !is_generic);
    for (const std::string& chip : chips_of_generic(arch))
      CHECK(std::find(archs.begin(), archs.end(), chip) != archs.end());
    generics += is_generic ? 1 : 0;
  }
  CHECK(generics == 6);
  CHECK(chips_meant("amdgcn:gfx12-generic") == ", which stands for gfx1200, gfx1201");
  CHECK(chips_meant("amdgcn:gfx9-4-generic,xnack+") == ", which stands for gfx942, gfx950");
  CHECK(chips_meant("amdgcn:gfx1200").empty());
  CHECK(chips_meant("nvptx:sm_90").empty());
}

TEST_CASE("targets have one canonical spelling") {
  struct Case {
    const char* text;
    const char* name;
  };
  const Case k_cases[] = {
      {"spirv64", "spirv64:1.2"},
      {"SPIRV64:1.4", "spirv64:1.4"},
      {"spirv32", "spirv32:1.2"},
      {"spirv32:1.0", "spirv32:1.0"},
      {"nvptx:sm_90", "nvptx:sm_90"},
      {"NVPTX:SM-90A", "nvptx:sm_90a"},
      {"nvptx64:sm_75", "nvptx:sm_75"},
      {"cubin:SM-90", "cubin:sm_90"},
      {"amdgcn:gfx1100", "amdgcn:gfx1100"},
      {"AMDGCN:GFX90A:sramecc+:XNACK-", "amdgcn:gfx90a,sramecc+,xnack-"},
      {"amdgcn:gfx90a,xnack-,sramecc+", "amdgcn:gfx90a,sramecc+,xnack-"},
      {"amdgcn:gfx90a:xnack-,sramecc+", "amdgcn:gfx90a,sramecc+,xnack-"},
      {"amdgcn:gfx906:xnack+", "amdgcn:gfx906,xnack+"},
      {"amdgcn:Tahiti", "amdgcn:gfx600"},
      {"gfx11-generic", "amdgcn:gfx11-generic"},
      {"amdgcn:GFX9_4_GENERIC:sramecc+:xnack-", "amdgcn:gfx9-4-generic,sramecc+,xnack-"},
      {"r600:Cypress", "r600:cypress"},
      {"intel:ACM-G10", "intel:acm_g10"},
      {"intel:12.55.8", "intel:12.55.8"},
      {"intel:SKL,kbl,skl", "intel:kbl,skl"},
      {"intel:gen9:Gen11,xe-hpg", "intel:gen9:gen11,xe_hpg"},
      {"intel:gen9:", "intel:gen9:"},
      {"intel::gen9", "intel::gen9"},
      {"intel:DG2,From=Source", "intel:dg2,from=source"},
      {"intel:skl,kbl,from=source", "intel:kbl,skl,from=source"},
      {"ptx:sm_90", "nvptx:sm_90"},
      {"spirv", "spirv64:1.2"},
      {"SPIR-V:1.4", "spirv64:1.4"},
      {"spirv64:1.4,SPV_KHR_subgroup_rotate", "spirv64:1.4,SPV_KHR_subgroup_rotate"},
      {"spirv64,spv-khr-cooperative-matrix", "spirv64:1.2,SPV_KHR_cooperative_matrix"},
      {"spirv64:1.4,spv_intel_subgroups", "spirv64:1.4,SPV_INTEL_subgroups"},
      {"spirv64:1.4,SPV_EXT_shader_atomic_float16_add",
       "spirv64:1.4,SPV_EXT_shader_atomic_float16_add,SPV_EXT_shader_atomic_float_add"},
      {"spirv64,+spv-khr-subgroup-rotate,+SPV_EXT_shader_atomic_float_add",
       "spirv64:1.2,SPV_EXT_shader_atomic_float_add,SPV_KHR_subgroup_rotate"},
      {"spirv32,TUNE=Intel_CPU", "spirv32:1.2,tune=intel-cpu"},
      {"spirv64:1.4:tune=intel-cpu:SPV_KHR_subgroup_rotate", "spirv64:1.4,SPV_KHR_subgroup_rotate,tune=intel-cpu"},
      {"gfx1100", "amdgcn:gfx1100"},
      {"amdgpu:gfx1100", "amdgcn:gfx1100"},
      {"GFX90A:sramecc+:xnack-", "amdgcn:gfx90a,sramecc+,xnack-"},
      {"gfx906,xnack+", "amdgcn:gfx906,xnack+"},
      {"tahiti", "amdgcn:gfx600"},
      {"cypress", "r600:cypress"},
      {"sm_50", "nvptx:sm_50"},
      {"driver:PoCL", "driver:pocl"},
      {"driver:pocl,CPU=AVX2", "driver:pocl,cpu=avx2"},
      {"driver:pocl,b-c=2,a=1", "driver:pocl,a=1,b_c=2"},
      {"driver:NVIDIA CUDA", "driver:nvidia cuda"},
      {"driver:gfx90a:xnack-", "driver:gfx90a:xnack-"},
  };
  for (const Case& c : k_cases) {
    CAPTURE(c.text);
    Result<Target> target = parse_target(c.text);
    REQUIRE(target);
    CHECK(target->name() == c.name);
    Result<Target> again = parse_target(target->name());
    REQUIRE(again);
    CHECK(*again == *target);
    CHECK(read_target(target->name()) == *target);
  }
}

TEST_CASE("names of a later clc are read as they are") {
  CHECK(read_target("amdgcn:gfx9999:xnack-,new+") == Target{Family::k_amdgcn, "gfx9999", {"xnack-", "new+"}});
  CHECK(read_target("nvptx") == Target{Family::k_nvptx, "", {}});
  CHECK_FALSE(read_target("riscv:rv64"));
  CHECK_FALSE(read_target(""));
  CHECK(device_of_target("intel:gen9:gen11") == "gen9:gen11");
  CHECK(device_of_target("spirv64").empty());
  CHECK(device_of_target("").empty());
}

TEST_CASE("every listed architecture parses to itself") {
  for (const FamilyInfo& info : target_families()) {
    CHECK(&family_info(info.family) == &info);
    CHECK(family_of_format(info.format)->endings == info.endings);
    for (const std::string& arch : info.usual_archs)
      CHECK((info.archs.empty() || std::find(info.archs.begin(), info.archs.end(), arch) != info.archs.end()));
    for (const std::string& arch : info.archs) {
      Result<Target> target = parse_target(std::string(info.name) + ":" + arch);
      REQUIRE(target);
      CHECK(target->family == info.family);
      CHECK(target->arch == arch);
    }
  }
}

TEST_CASE("names of products and generations mean their chips") {
  const std::pair<const char*, const char*> k_cases[] = {
      {"rtx4090", "nvptx:sm_89"},
      {"GeForce RTX 4070 Ti Super", "nvptx:sm_89"},
      {"NVIDIA GeForce RTX 3080 Laptop GPU", "nvptx:sm_86"},
      {"h100", "nvptx:sm_90"},
      {"H100-PCIe", "nvptx:sm_90"},
      {"Tesla T4", "nvptx:sm_75"},
      {"cuda:h100", "cuda:sm_90"},
      {"CUDA:SM-90A", "cuda:sm_90a"},
      {"cuda:sm_50", "cuda:sm_50"},
      {"nvidia:h100", "nvptx:sm_90"},
      {"ptx:a100", "nvptx:sm_80"},
      {"cubin:rtx_5090", "cubin:sm_120"},
      {"hopper", "nvptx:sm_90"},
      {"mi300x", "amdgcn:gfx942"},
      {"Instinct MI250X,xnack-", "amdgcn:gfx90a,xnack-"},
      {"amdgcn:mi250x:sramecc+", "amdgcn:gfx90a,sramecc+"},
      {"rx7900", "amdgcn:gfx1100"},
      {"hd5870", "r600:cypress"},
      {"RX-7900-XTX", "amdgcn:gfx1100"},
      {"Radeon RX 6600 XT", "amdgcn:gfx1032"},
      {"navi31", "amdgcn:gfx1100"},
      {"rdna3", "amdgcn:gfx11-generic"},
      {"arc-a770", "intel:dg2"},
      {"intel:arc-a770", "intel:dg2"},
      {"intel:b580,from=source", "intel:bmg_g21,from=source"},
      {"battlemage", "intel:bmg_g21"},
  };
  for (const auto& [text, name] : k_cases) {
    CAPTURE(text);
    const Result<Target> target = parse_target(text);
    REQUIRE(target);
    CHECK(target->name() == name);
  }
}

TEST_CASE("wrong targets are refused, with the nearest names") {
  struct Case {
    const char* text;
    ErrorKind kind;
    const char* hint;
  };
  const Case k_cases[] = {
      {"spriv64", ErrorKind::k_unavailable, "spirv64"},
      {"sm_80", ErrorKind::k_unavailable, "did you mean nvptx:sm_80 or cubin:sm_80?"},
      {"nvidia:sm_80", ErrorKind::k_unavailable, "did you mean nvptx:sm_80 or cubin:sm_80?"},
      {"cuda", ErrorKind::k_unavailable, "names no architecture: begin with cuda:sm_75, or"},
      {"cuda:sm_91", ErrorKind::k_unavailable, "cuda:sm_90"},
      {"cuda:sm_90,fast=1", ErrorKind::k_unavailable, "cuda has no features"},
      {"sm80", ErrorKind::k_unavailable, "nvptx:sm_80"},
      {"pocl", ErrorKind::k_unavailable, "'pocl'; did you mean driver:pocl?"},
      {"dg2", ErrorKind::k_unavailable, "'dg2'; did you mean intel:dg2?"},
      {"dg3", ErrorKind::k_unavailable, "'dg3'; did you mean intel:dg1 or intel:dg2?"},
      {"amd", ErrorKind::k_unavailable, "'amd'; did you mean amdgcn?"},
      {"amd:gfx1100", ErrorKind::k_unavailable, "'amd:gfx1100'; did you mean amdgcn?"},
      {"all", ErrorKind::k_unavailable, "'all'; did you mean all-major or all-available?"},
      {"host", ErrorKind::k_unavailable, "'host'; did you mean driver:pocl or native?"},
      {"cpu", ErrorKind::k_unavailable, "'cpu'; did you mean driver:pocl or native?"},
      {"cubin:sm_50", ErrorKind::k_unavailable, "nvptx:sm_50 would be known; the nearest names are cubin:sm_80"},
      {"NVIDIA", ErrorKind::k_unavailable, "'NVIDIA'; did you mean nvptx, cubin or cuda?"},
      {"gxf1100", ErrorKind::k_unavailable, "'gxf1100'; did you mean amdgcn:gfx1100?"},
      {"polaris12", ErrorKind::k_unavailable, "; did you mean amdgcn:gfx803"},
      {"amdgnc:gfx1100", ErrorKind::k_unavailable, "'amdgnc:gfx1100'; did you mean amdgcn?"},
      {"somewhere", ErrorKind::k_unavailable, "'somewhere'; known families: spirv64, "},
      {"gfx1110", ErrorKind::k_unavailable, "amdgcn:gfx1100"},
      {"1.4", ErrorKind::k_unavailable, "did you mean spirv64:1.4 or spirv32:1.4?"},
      {"spirv64,nvptx:sm_80", ErrorKind::k_usage, "give -t once for each: -t spirv64 -t nvptx:sm_80"},
      {"gfx1100,gfx1030", ErrorKind::k_usage, "-t gfx1100 -t gfx1030"},
      {"driver:pocl,spirv64", ErrorKind::k_usage, "-t driver:pocl -t spirv64"},
      {"spirv64:1.9", ErrorKind::k_unavailable, "spirv64:1."},
      {"spirv64:", ErrorKind::k_unavailable, "1.2"},
      {"nvptx", ErrorKind::k_unavailable, "names no architecture: begin with nvptx:sm_75, or"},
      {"cubin:", ErrorKind::k_unavailable, "begin with cubin:sm_75, or"},
      {"amdgcn", ErrorKind::k_unavailable, "begin with amdgcn:gfx11-generic, or"},
      {"rtx409", ErrorKind::k_unavailable, "'rtx409'; did you mean nvptx:sm_89"},
      {"nvptx:mi300x", ErrorKind::k_unavailable, "unknown architecture in target 'nvptx:mi300x'"},
      {"amdgcn:rtx4090", ErrorKind::k_unavailable, "unknown architecture in target 'amdgcn:rtx4090'"},
      {"gfx11", ErrorKind::k_unavailable, "the nearest names are amdgcn:gfx11-generic, amdgcn:gfx1100, amdgcn:gfx1101"},
      {"cubin:v100", ErrorKind::k_unavailable, "unknown architecture in target 'cubin:v100'; the nearest names are"},
      {"super", ErrorKind::k_unavailable, "unknown target 'super'"},
      {"nvptx:sm_91", ErrorKind::k_unavailable, "nvptx:sm_90"},
      {"nvptx:sm90", ErrorKind::k_unavailable, "nvptx:sm_90"},
      {"nvptx:sm_35", ErrorKind::k_unavailable, "nvptx:sm_"},
      {"nvptx:sm_90,fast=1", ErrorKind::k_unavailable, "fast=1"},
      {"cubin:sm_70", ErrorKind::k_unavailable, "cubin:sm_75"},
      {"cubin", ErrorKind::k_unavailable, "cubin:sm_"},
      {"amdgcn:gfx94a", ErrorKind::k_unavailable, "amdgcn:gfx90a"},
      {"amdgcn:gfx90a:wavefrontsize64+", ErrorKind::k_unavailable, "none of sramecc+"},
      {"amdgcn:gfx90a:xnack", ErrorKind::k_unavailable, "none of sramecc+"},
      {"amdgcn:gfx90a:", ErrorKind::k_unavailable, "none of sramecc+"},
      {"amdgcn:gfx90a:xnack+:xnack-", ErrorKind::k_usage, "twice"},
      {"amdgcn:gfx1100:xnack+", ErrorKind::k_unavailable, "gfx1100 has no choice of xnack"},
      {"amdgcn:gfx9-generic:sramecc+", ErrorKind::k_unavailable, "gfx9-generic has no choice of sramecc"},
      {"amdgcn:gfx900:sramecc-", ErrorKind::k_unavailable, "gfx900 has no choice of sramecc"},
      {"amdgcn", ErrorKind::k_unavailable, "amdgcn:gfx"},
      {"r600:rv770", ErrorKind::k_unavailable, "r600:"},
      {"spirv64:1.4,SPV_KHR_ray_query", ErrorKind::k_unavailable, "nor one of the extensions SPV_EXT_shader_atomic"},
      {"spirv64:1.4,SPV_KHR_subgroup_rotate,spv_khr_subgroup_rotate", ErrorKind::k_usage, "twice"},
      {"r600:cypress,xnack+", ErrorKind::k_unavailable, "has no features"},
      {"intel", ErrorKind::k_unavailable, "intel:dg2"},
      {"intel:", ErrorKind::k_unavailable, "intel:dg2"},
      {"intel:dg2:pvc:skl", ErrorKind::k_usage, "no range such as gen9:gen11"},
      {"intel::", ErrorKind::k_usage, "no device"},
      {"intel:skl,,kbl", ErrorKind::k_usage, "'' is no device"},
      {"intel:skl,spirv64:1.2", ErrorKind::k_usage, "give -t once for each: -t intel:skl -t spirv64:1.2"},
      {"intel:a/b", ErrorKind::k_usage, "letters"},
      {"intel:from=source", ErrorKind::k_unavailable, "names no device"},
      {"intel:dg2,from=il", ErrorKind::k_unavailable, "'from=il' is not from=source"},
      {"intel:dg2,from=source,from=source", ErrorKind::k_usage, "gives feature 'from' twice"},
      {"intel:dg2,from=source,skl", ErrorKind::k_unavailable, "'skl' is not from=source"},
      {"spirv64,fast", ErrorKind::k_unavailable, "'fast' is neither tune=intel-cpu nor one of the extensions SPV_EXT"},
      {"spirv64,tune=foo", ErrorKind::k_unavailable, "'tune=foo' is neither tune=intel-cpu nor one of"},
      {"spirv64,tune=intel-cpu,tune=intel-cpu", ErrorKind::k_usage, "gives feature 'tune' twice"},
      {"nvptx:sm_90,tune=intel-cpu", ErrorKind::k_unavailable, "nvptx has no features, so 'tune=intel-cpu' means"},
      {"intel:dg2,tune=intel-cpu", ErrorKind::k_unavailable, "'tune=intel-cpu' is not from=source"},
      {"driver", ErrorKind::k_unavailable, "driver:NAME"},
      {"driver:", ErrorKind::k_unavailable, "driver:NAME"},
      {"driver:pocl,", ErrorKind::k_usage, "key=value"},
      {"driver:pocl,avx2", ErrorKind::k_usage, "key=value"},
      {"driver:pocl,cpu=", ErrorKind::k_usage, "key=value"},
      {"driver:pocl,=avx2", ErrorKind::k_usage, "key=value"},
      {"driver:pocl,cpu=a,CPU=b", ErrorKind::k_usage, "twice"},
      {"", ErrorKind::k_usage, "spirv64"},
      {"driver:a\nb", ErrorKind::k_usage, "control"},
  };
  for (const Case& c : k_cases) {
    CAPTURE(c.text);
    Result<Target> target = parse_target(c.text);
    REQUIRE_FALSE(target);
    CHECK(target.error().kind == c.kind);
    CHECK_THAT(target.error().message, Catch::Matchers::ContainsSubstring(c.hint));
  }
  CHECK_FALSE(parse_target(std::string(1000, 'a')));
}

TEST_CASE("what parses has a name that parses to the same") {
  test::Random random(1);
  for (int i = 0; i < test::rounds(3000); ++i) {
    const char* const k_seeds[] = {"spirv64:1.2,tune=intel-cpu",
                                   "nvptx:sm_100a",
                                   "driver:pocl,cpu=avx2,b=1",
                                   "amdgcn:gfx90a:sramecc+:xnack-",
                                   "intel:acm-g10",
                                   "r600:cayman",
                                   "intel:skl:kbl,dg1"};
    Result<Target> target = parse_target(test::mutate(k_seeds[i % 7], random));
    if (!target) continue;
    CAPTURE(target->name());
    Result<Target> again = parse_target(target->name());
    REQUIRE(again);
    CHECK(*again == *target);
  }
}
