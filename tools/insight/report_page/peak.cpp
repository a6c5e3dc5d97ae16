#include "insight/report_page/peak.h"

#include <string_view>

#include "clc/package/nvidia_chips.h"
#include "clc/package/target.h"
#include "insight/forecast/matrix_rates.h"

namespace clc {
namespace {

// Operations of a unit in a clock follow from the architecture; with the units and the clock of a product (the boost
// clock, where it has one) they give what the vendor says of it, which the test of this table compares.
struct Product {
  std::string_view arch;
  const char* name;
  unsigned units, megahertz;                                // SMs or CUs
  unsigned half_in_clock, float_in_clock, double_in_clock;  // operations of a unit; 0: not documented
  unsigned tenths_of_gigabytes;                             // a second
  const char* source;
  unsigned matrix_megahertz = 0;  // of matrices of no more than 32 bits; 0: the same
};

constexpr Product k_products[] = {
    {"sm_60", "Tesla P100 SXM2", 56, 1480, 256, 128, 64, 7320, "NVIDIA, Tesla P100 data sheet and whitepaper"},
    {"sm_70", "Tesla V100 SXM2", 80, 1530, 256, 128, 64, 9000, "NVIDIA, Tesla V100 data sheet and whitepaper"},
    {"sm_75", "GeForce RTX 2080 Ti Founders Edition", 68, 1635, 256, 128, 4, 6160, "NVIDIA, Turing whitepaper"},
    {"sm_80", "A100 SXM4 80GB", 108, 1410, 512, 128, 64, 20390, "NVIDIA, A100 data sheet and Ampere whitepaper"},
    {"sm_86", "GeForce RTX 3090", 82, 1695, 256, 256, 4, 9360, "NVIDIA, Ampere GA102 whitepaper"},
    {"sm_89", "GeForce RTX 4090", 128, 2520, 256, 256, 4, 10080, "NVIDIA, Ada whitepaper"},
    {"sm_90", "H200 SXM", 132, 1980, 512, 256, 128, 48000, "NVIDIA, H200 data sheet and Hopper whitepaper", 1830},
    {"sm_90", "H100 SXM", 132, 1980, 512, 256, 128, 33500, "NVIDIA, H100 data sheet and Hopper whitepaper", 1830},
    {"sm_120", "GeForce RTX 5090", 170, 2407, 256, 256, 4, 17920, "NVIDIA, RTX Blackwell whitepaper"},
    {"gfx803", "Radeon R9 Fury X", 64, 1050, 0, 128, 0, 5120, "AMD, product page"},
    {"gfx900", "Radeon Instinct MI25", 64, 1500, 256, 128, 8, 4840, "AMD, product page"},
    {"gfx906", "Radeon Instinct MI50", 60, 1725, 256, 128, 64, 10240, "AMD, data sheet"},
    {"gfx908", "Instinct MI100", 120, 1502, 0, 128, 64, 12288, "AMD, data sheet"},
    {"gfx90a", "Instinct MI210", 104, 1700, 0, 128, 128, 16384, "AMD, data sheet"},
    {"gfx942", "Instinct MI300X", 304, 2100, 0, 256, 128, 53000, "AMD, data sheet"},
    {"gfx950", "Instinct MI355X", 256, 2400, 0, 256, 128, 80000, "AMD, data sheet"},
    {"gfx1010", "Radeon RX 5700 XT", 40, 1905, 256, 128, 0, 4480, "AMD, product page"},
    {"gfx1030", "Radeon RX 6900 XT", 80, 2250, 256, 128, 0, 5120, "AMD, product page"},
    {"gfx1100", "Radeon RX 7900 XTX", 96, 2500, 512, 256, 0, 9600, "AMD, product page"},
    {"gfx1201", "Radeon RX 9070 XT", 64, 2970, 512, 256, 0, 6400, "AMD, product page"},
    {"cypress", "Radeon HD 5870", 20, 850, 0, 160, 32, 1536, "AMD, product page"},
};

std::string arch_of(const std::string& target) {
  const std::optional<Target> known = read_target(target);
  return known ? std::string(without_letter(known->arch)) : "";
}

}  // namespace

std::vector<ChipPeak> chip_peaks(const std::string& target) {
  const std::string arch = arch_of(target);
  std::vector<ChipPeak> peaks;
  for (const Product& product : k_products) {
    if (product.arch != arch) continue;
    const std::uint64_t clocks = std::uint64_t{1'000'000} * product.units * product.megahertz;
    const std::uint64_t matrix_clocks =
        product.matrix_megahertz == 0 ? clocks : std::uint64_t{1'000'000} * product.units * product.matrix_megahertz;
    const MatrixRates matrix = matrix_rates(arch);
    peaks.push_back({product.name, clocks * product.half_in_clock, clocks * product.float_in_clock,
                     clocks * product.double_in_clock, matrix_clocks * matrix.halfs, matrix_clocks * matrix.floats,
                     clocks * matrix.doubles, matrix_clocks * matrix.float8s,
                     std::uint64_t{100'000'000} * product.tenths_of_gigabytes, product.source, matrix.source});
  }
  return peaks;
}

}  // namespace clc
