// Compares the table of products with what their vendors say.
#include "insight/report_page/peak.h"

#include "catch_all.h"

using namespace clc;

namespace {

struct DataSheet {
  const char* target;
  const char* product;
  double half_teraflops, float_teraflops, double_teraflops, gigabytes;  // 0: not said
};

// As printed: rounded, most to three digits.
constexpr DataSheet k_data_sheets[] = {
    {"cubin:sm_60", "Tesla P100 SXM2", 21.2, 10.6, 5.3, 732},
    {"cubin:sm_70", "Tesla V100 SXM2", 31.4, 15.7, 7.8, 900},
    {"cubin:sm_75", "GeForce RTX 2080 Ti Founders Edition", 28.5, 14.2, 0.4448, 616},
    {"nvptx:sm_80", "A100 SXM4 80GB", 78, 19.5, 9.7, 2039},
    {"nvptx:sm_86", "GeForce RTX 3090", 35.6, 35.6, 0.556, 936},
    {"nvptx:sm_89", "GeForce RTX 4090", 82.6, 82.6, 1.29, 1008},
    {"nvptx:sm_90a", "H200 SXM", 133.8, 66.9, 33.5, 4800},
    {"nvptx:sm_90", "H100 SXM", 133.8, 66.9, 33.5, 3350},
    {"nvptx:sm_120", "GeForce RTX 5090", 104.8, 104.8, 1.637, 1792},
    {"amdgcn:gfx803", "Radeon R9 Fury X", 0, 8.6, 0, 512},
    {"amdgcn:gfx900", "Radeon Instinct MI25", 24.6, 12.3, 0.768, 484},
    {"amdgcn:gfx906:sramecc+", "Radeon Instinct MI50", 26.5, 13.3, 6.6, 1024},
    {"amdgcn:gfx908", "Instinct MI100", 0, 23.1, 11.5, 1228.8},
    {"amdgcn:gfx90a:sramecc+:xnack-", "Instinct MI210", 0, 22.6, 22.6, 1638.4},
    {"amdgcn:gfx942", "Instinct MI300X", 0, 163.4, 81.7, 5300},
    {"amdgcn:gfx950", "Instinct MI355X", 0, 157.3, 78.6, 8000},
    {"amdgcn:gfx1010", "Radeon RX 5700 XT", 19.5, 9.75, 0, 448},
    {"amdgcn:gfx1030,cumode", "Radeon RX 6900 XT", 46.08, 23.04, 0, 512},
    {"amdgcn:gfx1100", "Radeon RX 7900 XTX", 122.8, 61.4, 0, 960},
    {"amdgcn:gfx1201", "Radeon RX 9070 XT", 97.3, 48.7, 0, 640},
    {"r600:cypress", "Radeon HD 5870", 0, 2.72, 0.544, 153.6},
};

void expect_near(std::uint64_t operations, double teraflops) {
  if (teraflops == 0) {
    CHECK(operations == 0);
    return;
  }
  CHECK(static_cast<double>(operations) == Approx(teraflops * 1e12).epsilon(0.006));
}

}  // namespace

TEST_CASE("Units, clock and operations of a clock give what a product's data sheet says") {
  std::size_t products = 0;
  for (const DataSheet& said : k_data_sheets) {
    INFO(said.target << ", " << said.product);
    for (const ChipPeak& peak : chip_peaks(said.target)) {
      if (std::string(peak.product) != said.product) continue;
      ++products;
      expect_near(peak.half_operations, said.half_teraflops);
      expect_near(peak.float_operations, said.float_teraflops);
      expect_near(peak.double_operations, said.double_teraflops);
      CHECK(static_cast<double>(peak.bytes) == Approx(said.gigabytes * 1e9));
      CHECK(std::string(peak.source) != "");
    }
  }
  CHECK(products == std::size(k_data_sheets));
}

TEST_CASE("So do those of matrix units") {
  struct Said {
    const char* target;
    std::size_t product;  // of the target
    double half_teraflops, float_teraflops, double_teraflops, float8_teraflops = 0;
  };
  // Dense; of GeForces with sums of float.
  constexpr Said k_said[] = {
      {"nvptx:sm_70", 0, 125, 0, 0},
      {"nvptx:sm_75", 0, 56.9, 0, 0},
      {"nvptx:sm_80", 0, 312, 156, 19.5},
      {"nvptx:sm_86", 0, 71, 35.6, 0},
      {"nvptx:sm_89", 0, 165.2, 82.6, 0, 330.3},
      {"nvptx:sm_90a", 0, 989.4, 494.7, 66.9, 1978.9},
      {"nvptx:sm_90", 1, 989.4, 494.7, 66.9, 1978.9},
      {"nvptx:sm_120", 0, 209.5, 104.8, 0, 419},
      {"amdgcn:gfx908", 0, 184.6, 46.1, 0},
      {"amdgcn:gfx90a", 0, 181, 45.3, 45.3},
      {"amdgcn:gfx942", 0, 1307.4, 163.4, 163.4, 2614.9},
      {"amdgcn:gfx950", 0, 2516.6, 157.3, 78.6, 5033},
      {"amdgcn:gfx1100", 0, 122.8, 0, 0},
      {"amdgcn:gfx1201", 0, 195, 0, 0, 389},
  };
  for (const Said& said : k_said) {
    INFO(said.target);
    const ChipPeak peak = chip_peaks(said.target).at(said.product);
    expect_near(peak.matrix_half_operations, said.half_teraflops);
    expect_near(peak.matrix_float_operations, said.float_teraflops);
    expect_near(peak.matrix_double_operations, said.double_teraflops);
    expect_near(peak.matrix_float8_operations, said.float8_teraflops);
    CHECK(std::string(peak.matrix_source) != "");
  }
  CHECK(chip_peaks("amdgcn:gfx1030").at(0).matrix_half_operations == 0);
}

TEST_CASE("Chips of no product that is known have no peak") {
  for (const char* target :
       {"nvptx:sm_101", "nvptx:sm_9", "amdgcn:gfx90c", "spirv64:1.2", "driver:pocl", "intel:pvc", "", "sm_90"})
    CHECK(chip_peaks(target).empty());
}
