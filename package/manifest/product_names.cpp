#include "manifest/product_names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace clc {
namespace {

// The names of a chip, without signs, makers and what distinguishes models with the same chip.
struct Products {
  const char* target;
  const char* names;
};
constexpr Products k_products[] = {
    {"nvptx:sm_50", "gtx745 gtx750 maxwell"},
    {"nvptx:sm_52", "gtx950 gtx960 gtx970 gtx980 m4 m40 m60"},
    {"nvptx:sm_53", "jetsonnano tx1"},
    {"nvptx:sm_60", "p100 pascal"},
    {"nvptx:sm_61", "gt1030 gtx1050 gtx1060 gtx1070 gtx1080 p4 p40 titanxp"},
    {"nvptx:sm_62", "tx2"},
    {"nvptx:sm_70", "titanv v100 volta"},
    {"nvptx:sm_72", "xavier"},
    {"nvptx:sm_75",
     "gtx1630 gtx1650 gtx1660 rtx2060 rtx2070 rtx2080 rtx4000 rtx5000 rtx6000 rtx8000 t4 titanrtx turing"},
    {"nvptx:sm_80", "a100 a30 ampere"},
    {"nvptx:sm_86",
     "a10 a16 a2 a40 rtx2050 rtx3050 rtx3060 rtx3070 rtx3080 rtx3090 rtxa2000 rtxa4000 rtxa5000 rtxa6000"},
    {"nvptx:sm_87", "orin"},
    {"nvptx:sm_89", "ada adalovelace l4 l40 l40s rtx4050 rtx4060 rtx4070 rtx4080 rtx4090 rtx6000ada"},
    {"nvptx:sm_90", "gh200 h100 h20 h200 h800 hopper"},
    {"nvptx:sm_100", "b100 b200 blackwell gb200"},
    {"nvptx:sm_103", "b300 gb300"},
    {"nvptx:sm_110", "thor"},
    {"nvptx:sm_120", "rtx5050 rtx5060 rtx5070 rtx5080 rtx5090 rtxpro6000"},
    {"nvptx:sm_121", "dgxspark gb10"},
    {"amdgcn:gfx803", "mi6 mi8 rx460 rx470 rx480 rx550 rx560 rx570 rx580 rx590"},
    {"amdgcn:gfx900", "mi25 vega10 vega56 vega64"},
    {"amdgcn:gfx906", "mi50 mi60 radeonvii vega20 vii"},
    {"amdgcn:gfx908", "arcturus cdna1 mi100"},
    {"amdgcn:gfx90a", "aldebaran cdna2 mi200 mi210 mi250 mi250x"},
    {"amdgcn:gfx942", "cdna3 mi300 mi300a mi300x mi308x mi325x"},
    {"amdgcn:gfx950", "cdna4 mi350 mi350x mi355x"},
    {"amdgcn:gfx1010", "navi10 rx5600 rx5700"},
    {"amdgcn:gfx1011", "navi12"},
    {"amdgcn:gfx1012", "navi14 rx5300 rx5500"},
    {"amdgcn:gfx1030", "navi21 rx6800 rx6900 rx6950 w6800"},
    {"amdgcn:gfx1031", "navi22 rx6700 rx6750"},
    {"amdgcn:gfx1032", "navi23 rx6600 rx6650"},
    {"amdgcn:gfx1033", "steamdeck vangogh"},
    {"amdgcn:gfx1034", "navi24 rx6400 rx6500"},
    {"amdgcn:gfx1035", "680m rembrandt"},
    {"amdgcn:gfx1100", "navi31 rx7900 w7800 w7900"},
    {"amdgcn:gfx1101", "navi32 rx7700 rx7800 w7700"},
    {"amdgcn:gfx1102", "navi33 rx7600"},
    {"amdgcn:gfx1103", "780m phoenix"},
    {"amdgcn:gfx1150", "890m strix strixpoint"},
    {"amdgcn:gfx1151", "8060s strixhalo"},
    {"amdgcn:gfx1200", "navi44 rx9060"},
    {"amdgcn:gfx1201", "navi48 r9700 rx9070"},
    {"amdgcn:gfx9-generic", "vega"},
    {"amdgcn:gfx10-1-generic", "rdna1"},
    {"amdgcn:gfx10-3-generic", "rdna2"},
    {"amdgcn:gfx11-generic", "rdna3"},
    {"amdgcn:gfx12-generic", "rdna4"},
    {"r600:cayman", "hd6950 hd6970"},
    {"r600:cypress", "hd5850 hd5870"},
    {"intel:skl", "hd520 hd530 hd620 skylake"},
    {"intel:icllp", "icelake"},
    {"intel:tgllp", "irisxe tigerlake"},
    {"intel:adl_s", "alderlake uhd770"},
    {"intel:dg2", "a310 a380 a580 a750 a770 alchemist"},
    {"intel:pvc", "max1100 max1550 pontevecchio"},
    {"intel:mtl", "meteorlake"},
    {"intel:lnl_m", "lunarlake"},
    {"intel:bmg_g21", "b570 b580 battlemage"},
};
constexpr std::array k_makers{"nvidia", "geforce", "quadro",   "tesla", "jetson", "amd",
                              "radeon", "pro",     "instinct", "intel", "arc"};
// Longer ones first.
constexpr std::array k_models{"laptop", "mobile", "super", "maxq", "pcie", "gpu", "gre",
                              "nvl",    "sxm",    "xtx",   "ti",   "xt",   "d",   "m"};

std::string find(std::string_view name) {
  for (const auto& [target, names] : k_products) {
    const std::vector<std::string_view> all = split(names, " ");
    if (std::ranges::find(all, name) != all.end()) return target;
  }
  return {};
}

}  // namespace

std::string target_of_product(std::string_view name) {
  std::string text;
  for (const char c : lower(name)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) text += c;
  }
  std::string_view rest = text;
  for (;;) {
    if (std::string found = find(rest); !found.empty()) return found;
    const std::size_t before = rest.size();
    const auto maker = std::ranges::find_if(k_makers, [&](const char* one) { return rest.starts_with(one); });
    const auto model = std::ranges::find_if(k_models, [&](const char* one) { return rest.ends_with(one); });
    if (maker != k_makers.end()) {
      rest.remove_prefix(std::string_view(*maker).size());
    } else if (model != k_models.end()) {
      rest.remove_suffix(std::string_view(*model).size());
    }
    if (rest.size() == before) return {};
  }
}

std::vector<std::string> product_names() {
  std::vector<std::string> result;
  for (const auto& [target, names] : k_products) {
    for (const std::string_view name : split(names, " ")) result.emplace_back(name);
  }
  return result;
}

}  // namespace clc
