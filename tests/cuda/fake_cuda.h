// The fake libcuda.so.1 as tests see it. Its memory is the host's, and its commands are over when they return.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace clc::cuda::testing {

struct FakeLaunch {
  std::string kernel;
  unsigned groups[3], items[3], dynamic_bytes;
  std::vector<std::vector<std::uint8_t>> arguments;
  std::uint32_t hidden[8];  // first global id, dimensions, first group in y and z, groups in y and z
  std::uintptr_t stream = 0;
  std::thread::id thread;
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
  int live_allocations = 0, live_modules = 0, live_streams = 0, live_events = 0, live_graphs = 0;
  int live_arrays = 0, live_textures = 0, live_surfaces = 0;
  unsigned sampled[3] = {};  // addressing, filter and flags of the texture through which a kernel read last
};

// The name of the function that returns it.
inline constexpr const char* k_fake_cuda = "clc_fake_cuda";

}  // namespace clc::cuda::testing
