// Rates of chips' matrix units, as their vendors document them, and what instructions were measured to reach of them.
#pragma once

#include <string_view>

namespace clc {

// Operations of a unit (SM or CU) in a clock, by the elements of dense matrices that are multiplied; 0: not documented.
// 16 bits stand for half and bfloat16 with sums of float, 32 bits for NVIDIA's tf32 and AMD's float; fp8 has sums of
// float, too.
struct MatrixRates {
  std::string_view arch;
  unsigned halfs, floats, doubles, bytes, float8s;
  const char* source;
};

inline constexpr MatrixRates k_matrix_rates[] = {
    {"sm_70", 1024, 0, 0, 0, 0, "NVIDIA, Tesla V100 whitepaper"},
    {"sm_75", 512, 0, 0, 2048, 0, "NVIDIA, Turing whitepaper, GeForce"},
    {"sm_80", 2048, 1024, 128, 4096, 0, "NVIDIA, A100 whitepaper"},
    {"sm_86", 512, 256, 0, 2048, 0, "NVIDIA, Ampere GA102 whitepaper, GeForce"},
    {"sm_89", 512, 256, 0, 2048, 1024, "NVIDIA, Ada whitepaper, GeForce"},
    {"sm_90", 4096, 2048, 256, 8192, 8192, "NVIDIA, Hopper whitepaper"},
    {"sm_120", 512, 256, 0, 2048, 1024, "NVIDIA, RTX Blackwell whitepaper, GeForce"},
    {"gfx908", 1024, 256, 0, 1024, 0, "AMD, CDNA whitepaper"},
    {"gfx90a", 1024, 256, 256, 1024, 0, "AMD, CDNA 2 whitepaper"},
    {"gfx942", 2048, 256, 256, 4096, 4096, "AMD, CDNA 3 whitepaper"},
    {"gfx950", 4096, 256, 128, 8192, 8192, "AMD, MI355X data sheet"},
    {"gfx1100", 512, 0, 0, 512, 0, "AMD, RX 7900 XTX product page"},
    {"gfx1201", 1024, 0, 0, 2048, 2048, "AMD, RX 9070 XT product page"},
};

// The rates that mma.sync reaches where they are less: the paper's rates are those of wgmma, and fp8 is multiplied as
// half.
inline constexpr MatrixRates k_mma_rates[] = {
    {"sm_90", 2400, 1200, 250, 5000, 1880, "measured, bench/log/matrices.md"},
};

// The rates that wgmma reaches: of numbers that are not all alike, power allows no more.
inline constexpr MatrixRates k_wgmma_rates[] = {
    {"sm_90", 3500, 1880, 0, 7000, 7000, "measured, bench/log/group-products.md"},
};

// All zero where a chip has no matrix units, or none that are documented.
constexpr MatrixRates matrix_rates(std::string_view arch) {
  for (const MatrixRates& rates : k_matrix_rates) {
    if (rates.arch == arch) return rates;
  }
  return {arch, 0, 0, 0, 0, 0, ""};
}

// The rates of the instructions that a sub-group's products become.
constexpr MatrixRates instruction_rates(std::string_view arch) {
  for (const MatrixRates& rates : k_mma_rates) {
    if (rates.arch == arch) return rates;
  }
  return matrix_rates(arch);
}

// The rates of wgmma; all zero where a chip has none.
constexpr MatrixRates group_rates(std::string_view arch) {
  for (const MatrixRates& rates : k_wgmma_rates) {
    if (rates.arch == arch) return rates;
  }
  return {arch, 0, 0, 0, 0, 0, ""};
}

}  // namespace clc
