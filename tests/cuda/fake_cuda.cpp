// A libcuda.so.1 for tests. A module is text with the word "clc_kernels:" and the facts about its kernels in one line;
// their names say what they do: `add` adds its second argument to numbers of its first, `trap` fails, others nothing.
// CLC_FAKE_CUDA, "cuInit=100", makes a function fail from the start.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>

#include "cuda/cuda_api.h"
#include "fake_cuda.h"

using namespace clc::cuda;
using clc::cuda::testing::FakeCuda;
using clc::cuda::testing::FakeLaunch;

namespace {

constexpr int k_devices = 2, k_invalid_value = 1, k_invalid_context = 201, k_not_found = 500;

struct FakeModule {
  std::string facts;
  nlohmann::json kernels;
};
struct FakeFunction {
  std::string name;
  nlohmann::json arguments;
};

FakeCuda g_fake;
Result g_lost = k_success;  // what every call returns after a kernel has failed
thread_local std::vector<Context> t_contexts;

Result begin(const char* name) {
  ++g_fake.calls[name];
  const auto failure = g_fake.failures.find(name);
  if (failure != g_fake.failures.end()) return failure->second;
  return g_lost;
}

Result begin_in_context(const char* name) {
  const Result result = begin(name);
  return result == k_success && t_contexts.empty() ? k_invalid_context : result;
}

#define BEGIN()                              \
  const std::lock_guard guard(g_fake.mutex); \
  if (const Result result = begin(__func__); result != k_success) return result
#define BEGIN_IN_CONTEXT()                   \
  const std::lock_guard guard(g_fake.mutex); \
  if (const Result result = begin_in_context(__func__); result != k_success) return result

std::uint8_t* bytes_at(DevicePointer address) {
  return reinterpret_cast<std::uint8_t*>(address);
}

template <class T>
void set_all(DevicePointer to, T value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) std::memcpy(bytes_at(to) + i * sizeof value, &value, sizeof value);
}

template <class T>
T value_of(const std::vector<std::uint8_t>& bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

void run(const FakeLaunch& launch) {
  if (launch.kernel == "trap") g_lost = k_illegal_address;
  if (launch.kernel != "add") return;
  const auto number = value_of<int>(launch.arguments[1]);
  const unsigned count = launch.groups[0] * launch.items[0];
  for (unsigned i = 0; i < count; ++i) {
    std::uint8_t* at = bytes_at(value_of<DevicePointer>(launch.arguments[0])) + (launch.hidden[0] + i) * sizeof number;
    int sum = 0;
    std::memcpy(&sum, at, sizeof sum);
    sum += number;
    std::memcpy(at, &sum, sizeof sum);
  }
}

std::size_t size_of(const nlohmann::json& argument) {
  const std::string kind = argument.at("kind");
  return kind == "value" ? argument.at("size").get<std::size_t>() : kind == "local" ? 4 : 8;
}

}  // namespace

extern "C" {

FakeCuda* clc_fake_cuda() {
  return &g_fake;
}

Result cuInit(unsigned) {
  if (const char* given = std::getenv("CLC_FAKE_CUDA")) {
    const std::string text = given;
    const std::size_t sign = text.find('=');
    g_fake.failures[text.substr(0, sign)] = std::atoi(text.c_str() + sign + 1);
  }
  BEGIN();
  return k_success;
}
Result cuDriverGetVersion(int* version) {
  *version = 12080;
  return k_success;
}
Result cuGetErrorName(Result result, const char** name) {
  *name = result == k_illegal_address ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_FAKE";
  return k_success;
}
Result cuGetErrorString(Result, const char** text) {
  *text = "as a test wants it";
  return k_success;
}
Result cuDeviceGetCount(int* count) {
  BEGIN();
  *count = k_devices;
  return k_success;
}
Result cuDeviceGet(DeviceNumber* device, int index) {
  BEGIN();
  *device = index;
  return k_success;
}
Result cuDeviceGetName(char* name, int size, DeviceNumber device) {
  std::snprintf(name, static_cast<std::size_t>(size), "Fake GPU %d", device);
  return k_success;
}
Result cuDeviceGetUuid(Uuid* uuid, DeviceNumber device) {
  *uuid = {{1, 2, 3, static_cast<std::uint8_t>(device)}};
  return k_success;
}
Result cuDeviceTotalMem_v2(std::size_t* bytes, DeviceNumber) {
  *bytes = std::size_t{1} << 30U;
  return k_success;
}
Result cuDeviceGetAttribute(int* value, int which, DeviceNumber device) {
  static const std::map<int, int> values{{k_max_threads_per_block, 1024},
                                         {k_max_block_x, 1024},
                                         {k_max_block_x + 1, 1024},
                                         {k_max_block_x + 2, 64},
                                         {k_max_shared_memory_per_block, 49152},
                                         {k_max_shared_memory_per_block_optin, 232448},
                                         {k_warp_size, 32},
                                         {k_clock_rate, 1980000},
                                         {k_multiprocessor_count, 132},
                                         {k_l2_cache_size, 52428800},
                                         {k_concurrent_managed_access, 1},
                                         {k_capability_major, 9},
                                         {k_capability_minor, 0}};
  BEGIN();
  const auto found = values.find(which);
  *value = which == k_pci_bus ? device + 1 : found != values.end() ? found->second : 0;
  return k_success;
}
Result cuDeviceCanAccessPeer(int* can, DeviceNumber, DeviceNumber) {
  *can = 1;
  return k_success;
}
Result cuDevicePrimaryCtxRetain(Context* context, DeviceNumber device) {
  BEGIN();
  *context = reinterpret_cast<Context>(static_cast<std::uintptr_t>(device) + 1);
  return k_success;
}
Result cuCtxGetCurrent(Context* context) {
  *context = t_contexts.empty() ? nullptr : t_contexts.back();
  return k_success;
}
Result cuCtxPushCurrent_v2(Context context) {
  BEGIN();
  t_contexts.push_back(context);
  return k_success;
}
Result cuCtxPopCurrent_v2(Context* context) {
  *context = t_contexts.back();
  t_contexts.pop_back();
  return k_success;
}
Result cuCtxEnablePeerAccess(Context, unsigned) {
  BEGIN_IN_CONTEXT();
  return k_success;
}
Result cuMemAlloc_v2(DevicePointer* address, std::size_t size) {
  BEGIN_IN_CONTEXT();
  *address = reinterpret_cast<DevicePointer>(new std::uint8_t[size]);
  ++g_fake.live_allocations;
  return k_success;
}
Result cuMemAllocManaged(DevicePointer* address, std::size_t size, unsigned) {
  BEGIN_IN_CONTEXT();
  *address = reinterpret_cast<DevicePointer>(new std::uint8_t[size]);
  ++g_fake.live_allocations;
  return k_success;
}
Result cuMemFree_v2(DevicePointer address) {
  BEGIN_IN_CONTEXT();
  delete[] bytes_at(address);
  --g_fake.live_allocations;
  return k_success;
}
Result cuMemHostAlloc(void** bytes, std::size_t size, unsigned) {
  BEGIN_IN_CONTEXT();
  *bytes = new std::uint8_t[size];
  ++g_fake.live_allocations;
  return k_success;
}
Result cuMemFreeHost(void* bytes) {
  BEGIN_IN_CONTEXT();
  delete[] static_cast<std::uint8_t*>(bytes);
  --g_fake.live_allocations;
  return k_success;
}
Result cuMemcpyDtoH_v2(void* to, DevicePointer from, std::size_t size) {
  BEGIN_IN_CONTEXT();
  std::memcpy(to, bytes_at(from), size);
  return k_success;
}
Result cuMemcpyAsync(DevicePointer to, DevicePointer from, std::size_t size, StreamHandle) {
  BEGIN_IN_CONTEXT();
  std::memcpy(bytes_at(to), bytes_at(from), size);
  return k_success;
}
Result cuMemcpyHtoDAsync_v2(DevicePointer to, const void* from, std::size_t size, StreamHandle) {
  BEGIN_IN_CONTEXT();
  std::memcpy(bytes_at(to), from, size);
  return k_success;
}
Result cuMemcpyDtoHAsync_v2(void* to, DevicePointer from, std::size_t size, StreamHandle) {
  BEGIN_IN_CONTEXT();
  std::memcpy(to, bytes_at(from), size);
  return k_success;
}
Result cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from, std::size_t size, StreamHandle) {
  BEGIN_IN_CONTEXT();
  std::memmove(bytes_at(to), bytes_at(from), size);
  return k_success;
}
Result cuMemcpy3DAsync_v2(const Copy3d* copy, StreamHandle) {
  BEGIN_IN_CONTEXT();
  const auto* from = copy->from_kind == k_host_memory ? static_cast<const std::uint8_t*>(copy->from_host)
                                                      : bytes_at(copy->from_device);
  auto* to = copy->to_kind == k_host_memory ? static_cast<std::uint8_t*>(copy->to_host) : bytes_at(copy->to_device);
  if (copy->from_pitch < copy->width || copy->to_pitch < copy->width) return k_invalid_value;
  for (std::size_t z = 0; z < copy->depth; ++z) {
    for (std::size_t y = 0; y < copy->height; ++y) {
      std::memcpy(to + (z * copy->to_height + y) * copy->to_pitch,
                  from + (z * copy->from_height + y) * copy->from_pitch, copy->width);
    }
  }
  return k_success;
}
Result cuMemsetD8Async(DevicePointer to, unsigned char value, std::size_t count, StreamHandle) {
  BEGIN_IN_CONTEXT();
  set_all(to, value, count);
  return k_success;
}
Result cuMemsetD16Async(DevicePointer to, unsigned short value, std::size_t count, StreamHandle) {
  BEGIN_IN_CONTEXT();
  set_all(to, value, count);
  return k_success;
}
Result cuMemsetD32Async(DevicePointer to, unsigned value, std::size_t count, StreamHandle) {
  BEGIN_IN_CONTEXT();
  set_all(to, value, count);
  return k_success;
}
Result cuModuleLoadDataEx(Module* loaded, const void* image, unsigned, int*, void** values) {
  BEGIN_IN_CONTEXT();
  const std::string text = static_cast<const char*>(image), mark = "clc_kernels:";
  if (text.find("error") != std::string::npos) {
    std::strcpy(static_cast<char*>(values[0]), "ptxas says so");
    return k_invalid_ptx;
  }
  auto fake = std::make_unique<FakeModule>();
  if (const std::size_t at = text.find(mark); at != std::string::npos) {
    fake->facts = text.substr(at + mark.size());
    const auto facts = nlohmann::json::parse(fake->facts, nullptr, false);
    if (facts.is_object()) fake->kernels = facts.value("kernels", nlohmann::json::array());
  }
  *loaded = reinterpret_cast<Module>(fake.release());
  ++g_fake.live_modules;
  return k_success;
}
Result cuModuleUnload(Module loaded) {
  BEGIN_IN_CONTEXT();
  delete reinterpret_cast<FakeModule*>(loaded);
  --g_fake.live_modules;
  return k_success;
}
Result cuModuleGetGlobal_v2(DevicePointer* address, std::size_t* size, Module loaded, const char* name) {
  BEGIN_IN_CONTEXT();
  const auto* fake = reinterpret_cast<FakeModule*>(loaded);
  if (fake->facts.empty() || std::strcmp(name, "clc_kernels") != 0) return k_not_found;
  *address = reinterpret_cast<DevicePointer>(fake->facts.c_str());
  *size = fake->facts.size() + 1;
  return k_success;
}
Result cuModuleGetFunction(Function* function, Module loaded, const char* name) {
  BEGIN_IN_CONTEXT();
  for (const auto& kernel : reinterpret_cast<FakeModule*>(loaded)->kernels) {
    if (kernel.value("name", "") != name || std::strcmp(name, "missing") == 0) continue;
    static auto* all = new std::vector<std::unique_ptr<FakeFunction>>;
    all->push_back(std::make_unique<FakeFunction>(FakeFunction{name, kernel.at("arguments")}));
    *function = reinterpret_cast<Function>(all->back().get());
    return k_success;
  }
  return k_not_found;
}
Result cuFuncGetAttribute(int* value, int which, Function) {
  BEGIN_IN_CONTEXT();
  *value = which == k_function_max_threads ? 512 : which == k_function_shared_bytes ? 256 : 0;
  return k_success;
}
Result cuFuncSetAttribute(Function function, int which, int value) {
  BEGIN_IN_CONTEXT();
  if (which != k_function_max_dynamic_shared_bytes) return k_invalid_value;
  g_fake.dynamic_limits[reinterpret_cast<FakeFunction*>(function)->name] = value;
  return k_success;
}
Result cuLaunchKernel(Function function, unsigned x, unsigned y, unsigned z, unsigned items_x, unsigned items_y,
                      unsigned items_z, unsigned dynamic_bytes, StreamHandle, void** parameters, void**) {
  BEGIN_IN_CONTEXT();
  const auto& fake = *reinterpret_cast<FakeFunction*>(function);
  FakeLaunch launch{fake.name, {x, y, z}, {items_x, items_y, items_z}, dynamic_bytes, {}, {}};
  for (const auto& argument : fake.arguments) {
    const auto* bytes = static_cast<const std::uint8_t*>(*parameters++);
    launch.arguments.emplace_back(bytes, bytes + size_of(argument));
  }
  for (std::uint32_t& one : launch.hidden) std::memcpy(&one, *parameters++, sizeof one);
  g_fake.launches.push_back(launch);
  run(launch);
  return k_success;
}
Result cuStreamCreate(StreamHandle* stream, unsigned) {
  BEGIN_IN_CONTEXT();
  *stream = reinterpret_cast<StreamHandle>(static_cast<std::uintptr_t>(++g_fake.live_streams));
  return k_success;
}
Result cuStreamDestroy_v2(StreamHandle) {
  BEGIN_IN_CONTEXT();
  --g_fake.live_streams;
  return k_success;
}
Result cuStreamSynchronize(StreamHandle) {
  BEGIN_IN_CONTEXT();
  return k_success;
}
Result cuEventCreate(EventHandle* event, unsigned) {
  BEGIN_IN_CONTEXT();
  *event = reinterpret_cast<EventHandle>(new float);
  ++g_fake.live_events;
  return k_success;
}
Result cuEventDestroy_v2(EventHandle event) {
  BEGIN_IN_CONTEXT();
  delete reinterpret_cast<float*>(event);
  --g_fake.live_events;
  return k_success;
}
// Each is a millisecond behind the last.
Result cuEventRecord(EventHandle event, StreamHandle) {
  BEGIN_IN_CONTEXT();
  static float time = 0;
  *reinterpret_cast<float*>(event) = ++time;
  return k_success;
}
Result cuEventSynchronize(EventHandle) {
  BEGIN_IN_CONTEXT();
  return k_success;
}
Result cuEventElapsedTime(float* milliseconds, EventHandle first, EventHandle last) {
  BEGIN_IN_CONTEXT();
  *milliseconds = *reinterpret_cast<float*>(last) - *reinterpret_cast<float*>(first);
  return k_success;
}

}  // extern "C"
