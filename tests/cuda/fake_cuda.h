// The fake libcuda.so.1 as tests see it. Its memory is the host's, and its commands are over when they return.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace clc::cuda::testing {

// How many launches of each stream come before.
struct FakeClock {
  std::map<std::uintptr_t, std::uint64_t> by_streams;  // because streams keep them in order
  std::map<std::uintptr_t, std::uint64_t> in_all;      // or because the host waited, too

  void join(const FakeClock& other) {
    for (const auto& [stream, count] : other.by_streams) by_streams[stream] = std::max(by_streams[stream], count);
    join_host(other);
  }
  void join_host(const FakeClock& other) {
    for (const auto& [stream, count] : other.in_all) in_all[stream] = std::max(in_all[stream], count);
  }
};

struct FakeLaunch {
  std::string kernel;
  unsigned groups[3], items[3], dynamic_bytes;
  std::vector<std::vector<std::uint8_t>> arguments;
  std::uint32_t hidden[8];  // first global id, dimensions, first group in y and z, groups in y and z
  std::uintptr_t stream = 0;
  std::thread::id thread;
  FakeClock clock;  // with itself

  bool comes_after(const FakeLaunch& other) const { return has(clock.in_all, other); }
  bool is_kept_behind(const FakeLaunch& other) const { return has(clock.by_streams, other); }

 private:
  static bool has(const std::map<std::uintptr_t, std::uint64_t>& counts, const FakeLaunch& other) {
    const auto known = counts.find(other.stream);
    return known != counts.end() && known->second >= other.clock.by_streams.at(other.stream);
  }
};

struct FakeAllocation {
  std::size_t size = 0;
  unsigned kind = 2;  // 1: the host's, 2: a device's
  bool is_managed = false;
  int device = 0;
  bool is_mapping = false;  // of cuMemMap
};

struct FakeCuda {
  std::mutex mutex;                     // of all that follows
  std::map<std::string, int> calls;     // how often each function was called
  std::map<std::string, int> failures;  // functions that fail, and with what
  std::vector<FakeLaunch> launches;
  std::map<std::string, int> dynamic_limits;  // of kernels, as cuFuncSetAttribute sets them
  std::map<std::uint64_t, FakeAllocation> allocations;
  std::map<std::uintptr_t, std::uintptr_t> streams;  // with their contexts
  std::map<std::uintptr_t, FakeClock> clocks;        // of streams
  FakeClock host_clock;                              // of all that the host has waited for
  int live_allocations = 0, live_modules = 0, live_streams = 0, live_events = 0, live_graphs = 0;
  int live_arrays = 0, live_textures = 0, live_surfaces = 0;
  unsigned sampled[3] = {};  // addressing, filter and flags of the texture through which a kernel read last
};

// The name of the function that returns it.
inline constexpr const char* k_fake_cuda = "clc_fake_cuda";

}  // namespace clc::cuda::testing
