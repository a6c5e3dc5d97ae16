// The occupancy model against the tables that it came from, and NVIDIA's part against NVIDIA's own header.
#include "insight/report/occupancy.h"

#include <algorithm>

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define CLC_HAS_CUDA_OCCUPANCY 1
#endif

#include "catch_all.h"
#include "clc/package/resource_names.h"
#include "skip.h"

using namespace clc;

namespace {

ResourceMetrics nvidia(std::int64_t registers, std::int64_t local = 0) {
  return {{resource::k_registers, registers}, {resource::k_local_bytes, local}};
}

ResourceMetrics amd(std::int64_t vector, std::int64_t scalar = 16, std::int64_t local = 0, std::int64_t wave = 64) {
  return {{resource::k_vector_registers, vector},
          {resource::k_scalar_registers, scalar},
          {resource::k_local_bytes, local},
          {resource::k_wave_size, wave}};
}

bool limited_by(const Occupancy& occupancy, OccupancyLimit limit) {
  return std::find(occupancy.limits.begin(), occupancy.limits.end(), limit) != occupancy.limits.end();
}

Occupancy known(const std::string& target, const ResourceMetrics& metrics, std::uint64_t group,
                std::uint64_t dynamic_local = 0) {
  const Result<Occupancy> result = occupancy(target, metrics, {group, dynamic_local});
  INFO(target << " group " << group << ": " << (result ? "" : result.error().message));
  REQUIRE(result);
  return *result;
}

struct NvidiaRow {
  const char* sm;
  std::uint64_t warps, groups, local_kib, max_kib, granule, partitions;
};
constexpr NvidiaRow k_nvidia_rows[] = {
    {"50", 64, 32, 64, 48, 256, 4},   {"60", 64, 32, 64, 48, 256, 2},   {"70", 64, 32, 96, 96, 256, 4},
    {"75", 32, 16, 64, 64, 256, 4},   {"80", 64, 32, 164, 163, 128, 4}, {"86", 48, 16, 100, 99, 128, 4},
    {"89", 48, 24, 100, 99, 128, 4},  {"90", 64, 32, 228, 227, 128, 4}, {"100", 64, 32, 228, 227, 128, 4},
    {"120", 48, 24, 100, 99, 128, 4},
};

}  // namespace

TEST_CASE("NVIDIA's chips: every row of the table", "[occupancy]") {
  for (const NvidiaRow& row : k_nvidia_rows) {
    const std::string target = std::string("cubin:sm_") + row.sm;
    // Warps: a group of 1024 items with few registers.
    const std::uint64_t full = row.warps / 32;
    CHECK(known(target, nvidia(16), 1024).groups == full);
    CHECK(known(target, nvidia(16), 1024).max_waves == row.warps);
    // Groups: of one warp each.
    const Occupancy small = known(target, nvidia(16), 32);
    CHECK(small.groups == std::min(row.groups, row.warps));
    CHECK(limited_by(small, OccupancyLimit::k_groups));
    // Local memory: as much as OpenCL gives a group, and one byte more.
    const std::int64_t most = 48 * 1024;
    const std::uint64_t given = 48 * 1024 + (row.granule == 128 ? 1024 : 0);
    CHECK(known(target, nvidia(16, most), 32).groups == row.local_kib * 1024 / given);
    CHECK(known(target, nvidia(16, most + 1), 32).groups == 0);
    CHECK(known(target, nvidia(16, most), 32, 1).groups == 0);
    CHECK(limited_by(known(target, nvidia(16, most), 32), OccupancyLimit::k_local_memory));
    // The granule: the most bytes with which 8 groups fit, and one byte more.
    const std::uint64_t reserved = row.granule == 128 ? 1024 : 0;
    const auto eighth = static_cast<std::int64_t>(row.local_kib * 1024 / 8 / row.granule * row.granule - reserved);
    CHECK(known(target, nvidia(16, eighth), 32).groups == 8);
    CHECK(known(target, nvidia(16, eighth + 1), 32).groups == 7);
    // Sub-partitions: 168 registers are 5376 a warp, 12 (3 in each of 4, or 6 in each of 2) fit; 65536/5376 is 12.
    // 200 registers are 6400: 2 in each of 4 (8), but 5 in each of 2 (10).
    CHECK(known(target, nvidia(200), 32).groups == (row.partitions == 4 ? 8 : 10));
    CHECK(limited_by(known(target, nvidia(200), 32), OccupancyLimit::k_registers));
    // More registers than a group may have: 32 warps of 4096.
    CHECK(known(target, nvidia(128), 1024).groups == 0);
    CHECK(known(target, nvidia(64), 1024).groups == 1);
  }
}

TEST_CASE("sm_90 at 256 work-items", "[occupancy]") {
  const auto at = [](std::int64_t registers) { return known("nvptx:sm_90", nvidia(registers), 256).fraction(); };
  CHECK(at(32) == 1);
  CHECK(at(40) == 0.75);
  CHECK(at(48) == 0.625);
  CHECK(at(64) == 0.5);
  CHECK(at(80) == 0.375);
  for (std::int64_t registers = 96; registers <= 128; ++registers) CHECK(at(registers) == 0.25);
  for (std::int64_t registers = 168; registers <= 255; ++registers) CHECK(at(registers) == 0.125);
  CHECK(occupancy("cubin:sm_90a", nvidia(40), {256, 0})->fraction() == 0.75);
}

TEST_CASE("the model agrees with NVIDIA's cuda_occupancy.h", "[occupancy]") {
#ifndef CLC_HAS_CUDA_OCCUPANCY
  test::skip("the model against NVIDIA's", "cuda_occupancy.h, which comes with the CUDA toolkit, is not installed");
#else
  std::size_t compared = 0;
  for (const NvidiaRow& row : k_nvidia_rows) {
    const int sm = std::stoi(row.sm);
    cudaOccDeviceProp device;
    device.computeMajor = sm / 10;
    device.computeMinor = sm % 10;
    device.maxThreadsPerBlock = 1024;
    device.maxThreadsPerMultiprocessor = static_cast<int>(row.warps * 32);
    device.regsPerBlock = device.regsPerMultiprocessor = 65536;
    device.warpSize = 32;
    device.sharedMemPerMultiprocessor = row.local_kib * 1024;
    device.sharedMemPerBlock = 48 * 1024;
    device.sharedMemPerBlockOptin = row.max_kib * 1024;
    device.reservedSharedMemPerBlock = row.granule == 128 ? 1024 : 0;
    device.numSms = 1;
    cudaOccDeviceState state;
    state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
    for (int group : {1, 31, 32, 33, 64, 96, 128, 192, 224, 256, 320, 512, 768, 1000, 1024}) {
      for (int registers = 1; registers <= 255; ++registers) {
        for (int local : {0, 1, 1000, 4096, 12289, 32768, 49152}) {
          cudaOccFuncAttributes attributes;
          attributes.maxThreadsPerBlock = 1024;
          attributes.numRegs = registers;
          attributes.sharedSizeBytes = static_cast<std::size_t>(local);
          attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
          attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
          attributes.maxDynamicSharedSizeBytes = row.max_kib * 1024;
          attributes.numBlockBarriers = 0;
          cudaOccResult expected{};
          const cudaOccError error =
              cudaOccMaxActiveBlocksPerMultiprocessor(&expected, &device, &attributes, &state, group, 0);
          const Occupancy ours =
              known(std::string("cubin:sm_") + row.sm, nvidia(registers, local), static_cast<std::uint64_t>(group));
          if (error != CUDA_OCC_SUCCESS ||
              ours.groups != static_cast<std::uint64_t>(expected.activeBlocksPerMultiprocessor)) {
            INFO("sm_" << row.sm << " group " << group << " registers " << registers << " local " << local << " error "
                       << error);
            REQUIRE(ours.groups == static_cast<std::uint64_t>(expected.activeBlocksPerMultiprocessor));
            REQUIRE(error == CUDA_OCC_SUCCESS);
          }
          ++compared;
        }
      }
    }
  }
  CHECK(compared == std::size(k_nvidia_rows) * 15 * 255 * 7);
#endif
}

namespace {

struct AmdRow {
  std::vector<const char*> chips;
  std::int64_t wave;
  std::uint64_t simds, max_waves;
  std::vector<std::pair<std::uint64_t, std::int64_t>> most_registers;  // waves of a SIMD : most registers
};

const std::vector<AmdRow>& amd_rows() {
  static const std::vector<AmdRow> k_rows = {
      {{"gfx803", "gfx900", "gfx906", "gfx908"},
       64,
       4,
       10,
       {{10, 24}, {9, 28}, {8, 32}, {7, 36}, {6, 40}, {5, 48}, {4, 64}, {3, 84}, {2, 128}, {1, 256}}},
      {{"gfx90a", "gfx942"}, 64, 4, 8, {{8, 64}, {7, 72}, {6, 80}, {5, 96}, {4, 128}, {3, 168}, {2, 256}}},
      {{"gfx1030"},
       32,
       4,  // of the two CUs of a WGP
       16,
       {{16, 64}, {12, 80}, {10, 96}, {9, 112}, {8, 128}, {7, 144}, {6, 160}, {5, 192}, {4, 256}}},
      {{"gfx1100", "gfx1201"},
       32,
       4,
       16,
       {{16, 96}, {12, 120}, {10, 144}, {9, 168}, {8, 192}, {7, 216}, {6, 240}, {5, 256}}},
  };
  return k_rows;
}

}  // namespace

TEST_CASE("AMD's chips: every row of the table", "[occupancy]") {
  for (const AmdRow& row : amd_rows()) {
    for (const std::string chip : row.chips) {
      // Groups of a wave of each SIMD, so that every number of waves can be reached.
      const std::uint64_t group = static_cast<std::uint64_t>(row.wave) * row.simds;
      std::int64_t registers = 1;
      for (const auto& [waves, most] : row.most_registers) {
        for (; registers <= most; ++registers) {
          INFO(chip << " with " << registers << " registers");
          const Occupancy result = known("amdgcn:" + chip, amd(registers, 16, 0, row.wave), group);
          CHECK(result.waves == waves * row.simds);
          CHECK(result.max_waves == row.max_waves * row.simds);
          CHECK(limited_by(result, waves == row.max_waves ? OccupancyLimit::k_waves : OccupancyLimit::k_registers));
        }
      }
    }
  }
}

TEST_CASE("AMD's accumulation registers", "[occupancy]") {
  ResourceMetrics metrics = amd(160);  // the compiler's total: 100 and 60
  metrics[resource::k_accumulation_registers] = 60;
  CHECK(known("amdgcn:gfx90a,sramecc+,xnack-", metrics, 256).waves == 3 * 4);
  metrics = amd(100);  // two files on gfx908
  metrics[resource::k_accumulation_registers] = 100;
  CHECK(known("amdgcn:gfx908", metrics, 256).waves == 2 * 4);
}

TEST_CASE("AMD's scalar registers", "[occupancy]") {
  for (const char* target : {"amdgcn:gfx803", "amdgcn:gfx900"}) {
    CHECK(known(target, amd(4, 80), 256).waves == 10 * 4);
    CHECK(known(target, amd(4, 81), 256).waves == 8 * 4);
    CHECK(known(target, amd(4, 96), 256).waves == 8 * 4);
    CHECK(limited_by(known(target, amd(4, 96), 256), OccupancyLimit::k_scalar_registers));
  }
  CHECK(known("amdgcn:gfx1030", amd(4, 106, 0, 32), 256).fraction() == 1);
}

TEST_CASE("AMD's local memory", "[occupancy]") {
  const std::vector<std::pair<std::uint64_t, std::int64_t>> most_bytes = {
      {10, 6144}, {9, 7168}, {8, 8192}, {7, 9216}, {6, 10752}, {5, 12800}, {4, 16384}, {3, 21504}, {2, 32768}};
  for (const char* target : {"amdgcn:gfx803", "amdgcn:gfx900", "amdgcn:gfx906", "amdgcn:gfx908"}) {
    std::int64_t bytes = 0;
    for (const auto& [waves, most] : most_bytes) {
      for (; bytes <= most; bytes += 256) CHECK(known(target, amd(4, 16, bytes), 256).waves == waves * 4);
      CHECK(known(target, amd(4, 16, most), 256).waves == waves * 4);
      CHECK(known(target, amd(4, 16, most + 1), 256).waves < waves * 4);
    }
    CHECK(known(target, amd(4, 16, 65536), 256).groups == 1);
    CHECK(known(target, amd(4, 16, 65537), 256).groups == 0);
  }
  // In units of 1 KB a byte more than 8 KB takes 9 of 128; in units of 512 B 15 such groups would fit.
  CHECK(known("amdgcn:gfx1030", amd(4, 16, 8193, 32), 64).groups == 14);
  CHECK(known("amdgcn:gfx1030", amd(4, 16, 65536, 32), 256).groups == 2);
  CHECK(known("amdgcn:gfx1030,cumode+", amd(4, 16, 65536, 32), 256).groups == 1);
  CHECK(known("amdgcn:gfx950", amd(4, 16, 163840), 256).groups == 1);
  CHECK(known("amdgcn:gfx950", amd(4, 16, 1281), 256).groups == std::min<std::uint64_t>(8, 163840 / 2560));
}

TEST_CASE("waves of 64 on RDNA have half the registers", "[occupancy]") {
  // LLVM 22 says so for these: 64:8, 97:4 and 128:4 on gfx1030; 64:10, 97:7 and 128:5 on gfx1100.
  const auto waves = [](const char* target, std::int64_t registers) {
    return known(target, amd(registers, 16, 0, 64), 256).waves / 4;
  };
  CHECK(waves("amdgcn:gfx1030", 64) == 8);
  CHECK(waves("amdgcn:gfx1030", 97) == 4);
  CHECK(waves("amdgcn:gfx1030", 128) == 4);
  CHECK(waves("amdgcn:gfx1100", 64) == 10);
  CHECK(waves("amdgcn:gfx1100", 97) == 7);
  CHECK(waves("amdgcn:gfx1100", 128) == 5);
}

TEST_CASE("Intel's chips: threads, registers and local memory of a subslice", "[occupancy]") {
  const auto intel = [](std::int64_t registers, std::int64_t lanes, std::int64_t local = 0) {
    return ResourceMetrics{
        {resource::k_registers, registers}, {resource::k_wave_size, lanes}, {resource::k_local_bytes, local}};
  };
  struct Row {
    const char* chip;
    std::uint64_t threads, max_group;
    std::int64_t local_kib, max_local_kib;
  };
  for (const Row& row :
       {Row{"skl", 56, 256, 64, 64}, Row{"icllp", 56, 256, 64, 64}, Row{"tgllp", 112, 512, 64, 64},
        Row{"dg2", 128, 1024, 128, 64}, Row{"acm_g10", 128, 1024, 128, 64}, Row{"pvc", 64, 1024, 128, 128}}) {
    const std::string target = std::string("intel:") + row.chip;
    INFO(target);
    const Occupancy full = known(target, intel(128, 16), 16);
    CHECK(full.waves == row.threads);
    CHECK(full.max_waves == row.threads);
    CHECK(known(target, intel(128, 32), row.max_group).groups == row.threads / (row.max_group / 32));
    CHECK(limited_by(known(target, intel(128, 32), row.max_group + 1), OccupancyLimit::k_group_size));
    CHECK(known(target, intel(128, 16, 1), 16).groups == 32);  // barriers
    CHECK(known(target, intel(128, 16, row.max_local_kib * 1024), 16).groups ==
          static_cast<std::uint64_t>(row.local_kib / row.max_local_kib));
    CHECK(known(target, intel(128, 16, row.max_local_kib * 1024 + 1), 16).groups == 0);
    CHECK(known(target, intel(128, 16, 4097), 16).groups == static_cast<std::uint64_t>(row.local_kib / 8));
    CHECK(limited_by(known(target, intel(128, 16, 4097), 16), OccupancyLimit::k_local_memory));
  }
  // 256 registers halve the threads; work-groups of 64 threads then cannot run.
  CHECK(known("intel:pvc", intel(256, 16), 256).waves == 32);
  CHECK(limited_by(known("intel:pvc", intel(256, 16), 256), OccupancyLimit::k_registers));
  CHECK(known("intel:pvc", intel(256, 16), 1024).groups == 0);
  CHECK(known("intel:pvc", intel(128, 16, 33 * 1024), 256).groups == 2);  // 48 KB each
  CHECK(known("intel:skl", intel(256, 16), 64).groups == 0);              // has no such mode
  CHECK(occupancy("intel:glk", intel(128, 16), {64, 0}).error().message.find("no limits are known") !=
        std::string::npos);
  CHECK_FALSE(occupancy("intel:dg2", {}, {64, 0}));
}

TEST_CASE("Chips of the R600 family: waves of a shader engine", "[occupancy]") {
  const auto metrics = [](std::int64_t registers, std::int64_t local) {
    return ResourceMetrics{{resource::k_general_registers, registers}, {resource::k_local_bytes, local}};
  };
  const struct {
    const char* target;
    std::uint64_t units, waves;
  } chips[] = {
      {"r600:redwood", 5, 248}, {"r600:juniper", 10, 248}, {"r600:cypress", 10, 248}, {"r600:cayman", 12, 256}};
  for (const auto& chip : chips) {
    for (std::int64_t registers = 1; registers <= 124; ++registers) {
      const Occupancy result = known(chip.target, metrics(registers, 0), 256);
      const std::uint64_t by_registers = chip.units * (248 / static_cast<std::uint64_t>(registers) / 4);
      CHECK(result.groups == std::min({by_registers, chip.waves / 4, 8 * chip.units}));
      CHECK(result.max_waves == chip.waves);
    }
  }
  // An HD 5870 has two engines: 496 waves, 24.8 for each of its 20 units.
  CHECK(known("r600:cypress", metrics(10, 0), 256).waves == 240);
  CHECK(known("r600:cypress", metrics(4, 0), 256).waves == 248);
  CHECK(known("r600:cypress", metrics(4, 0), 64).groups == 80);
  CHECK(limited_by(known("r600:cypress", metrics(4, 0), 64), OccupancyLimit::k_groups));
  CHECK(known("r600:cypress", metrics(4, 8192), 256).groups == 40);
  CHECK(known("r600:cypress", metrics(4, 8193), 256).groups == 30);
  CHECK(known("r600:cypress", metrics(4, 32769), 256).groups == 0);
  const Occupancy registers = known("r600:cypress", metrics(124, 0), 256);
  CHECK(registers.groups == 0);
  CHECK(registers.impossible == "a group of 256 work-items needs more registers than r600:cypress has");
  CHECK(limited_by(known("r600:cypress", metrics(4, 0), 512), OccupancyLimit::k_group_size));
}

TEST_CASE("registers that are assumed take the place of the compiler's", "[occupancy]") {
  const ResourceMetrics r600{{resource::k_general_registers, 4}, {resource::k_local_bytes, 0}};
  // A text counts 16 384 / 35 = 468 work-items for a unit: seven waves of 64 fit, and in groups of 256 one of four.
  CHECK(occupancy("r600:redwood", r600, {64, 0, 35})->waves == 5 * 7);
  CHECK(occupancy("r600:redwood", r600, {256, 0, 35})->waves == 5 * 4);
  // It gives 256 items 64 registers each; eight of the 256 registers of a lane are clause temporaries.
  CHECK(occupancy("r600:redwood", r600, {256, 0, 62})->waves == 5 * 4);
  CHECK(occupancy("r600:redwood", r600, {256, 0, 64})->waves == 0);
  for (const char* target : {"cubin:sm_90", "nvptx:sm_75"}) {
    for (const std::uint64_t registers : {16, 33, 64, 168, 255}) {
      CAPTURE(target, registers);
      const Occupancy compiled = known(target, nvidia(static_cast<std::int64_t>(registers)), 128);
      CHECK(occupancy(target, nvidia(20), {128, 0, registers})->groups == compiled.groups);
    }
  }
  CHECK(occupancy("cubin:sm_90", nvidia(20), {32, 0, 256})->impossible ==
        "cubin:sm_90 allows a work-item at most 255 registers, not 256");
  // Registers of PTX are the only thing that is not known of it then.
  CHECK(occupancy("nvptx:sm_90", {{resource::k_local_bytes, 0}}, {256, 0, 64})->waves == 32);
}

TEST_CASE("what is not known is said", "[occupancy]") {
  const auto why = [](const std::string& target, const ResourceMetrics& metrics, std::uint64_t group = 256) {
    const Result<Occupancy> result = occupancy(target, metrics, {group, 0});
    return result ? std::string() : result.error().message;
  };
  for (const char* target :
       {"spirv64:1.2", "cubin:sm_101", "amdgcn:gfx802", "r600:rv770", "driver:pocl", "cubin", ""}) {
    CHECK(why(target, nvidia(32)).find("no limits are known") == 0);
  }
  CHECK(why("cubin:sm_90", {}) == "the metric registers is not known");
  CHECK(why("nvptx:sm_90", {}) == "the metric registers is not known from PTX; compile for cubin:sm_90 to know it");
  CHECK(why("cubin:sm_90", {{resource::k_registers, 3}}).find("the metric local_bytes") == 0);
  CHECK(why("cubin:sm_90", nvidia(-1)).find("the metric registers") == 0);
  CHECK(why("cubin:sm_90", nvidia(INT64_MAX)).find("the metric registers") == 0);
  CHECK_FALSE(why("cubin:sm_90", nvidia(32), 0).empty());
  ResourceMetrics no_wave = amd(32);
  no_wave.erase(resource::k_wave_size);
  CHECK(why("amdgcn:gfx1030", no_wave).find("the metric wave_size") == 0);
  CHECK(why("amdgcn:gfx906", no_wave).empty());
}

TEST_CASE("groups that cannot run are 0 %, with the reason", "[occupancy]") {
  const auto expect = [](const std::string& target, const ResourceMetrics& metrics, const LaunchSize& launch,
                         OccupancyLimit limit, const std::string& why) {
    const Occupancy result = known(target, metrics, launch.work_group, launch.dynamic_local);
    INFO(target << ": " << why);
    CHECK(result.groups == 0);
    CHECK(result.waves == 0);
    CHECK(result.max_waves > 0);
    CHECK(result.impossible == why);
    CHECK(limited_by(result, limit));
  };
  const OccupancyLimit size = OccupancyLimit::k_group_size, local = OccupancyLimit::k_local_memory;
  const std::string too_large = " allows a group at most 1024 work-items, not 4096";
  expect("cubin:sm_90", nvidia(32), {4096, 0}, size, "cubin:sm_90" + too_large);
  expect("amdgcn:gfx1100", amd(32), {4096, 0}, size, "amdgcn:gfx1100" + too_large);
  // Unknown figures of PTX change nothing.
  expect("nvptx:sm_80", {}, {4096, 0}, size, "nvptx:sm_80" + too_large);
  expect("nvptx:sm_80", {}, {64, 50000}, local,
         "NVIDIA's OpenCL allows a group at most 49152 bytes of local memory, not 50000");
  for (const char* chip : {"cubin:sm_50", "cubin:sm_80", "cubin:sm_90", "cubin:sm_120"}) {
    expect(chip, nvidia(32, 49000), {64, 153}, local,
           "NVIDIA's OpenCL allows a group at most 49152 bytes of local memory, not 49153");
    CHECK(known(chip, nvidia(32, 49000), 64, 152).impossible.empty());
    CHECK(chip_limits(chip)->local_bytes == 49152);
  }
  constexpr std::int64_t k_most = (227 << 10) - 16;
  for (const char* chip : {"nvptx:sm_90a", "cubin:sm_90a"}) {
    expect(chip, nvidia(32, k_most), {64, 1}, local,
           "NVIDIA's OpenCL allows a group at most 232432 bytes of local memory, not 232433");
    CHECK(known(chip, nvidia(32, k_most), 64).groups == 1);
    CHECK(chip_limits(chip)->local_bytes == k_most);
  }
  expect("amdgcn:gfx906", amd(32, 16, 65536), {64, 1}, local,
         "amdgcn:gfx906 allows a group at most 65536 bytes of local memory, not 65537");
  ResourceMetrics compiled_for = amd(32);
  compiled_for[resource::k_max_work_group_size] = 128;
  expect("amdgcn:gfx906", compiled_for, {256, 0}, size,
         "the kernel as compiled allows a group at most 128 work-items, not 256");
  CHECK(known("amdgcn:gfx906", compiled_for, 128).impossible.empty());
}
