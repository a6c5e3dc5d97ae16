// A libcuda.so.1 for tests. A module is text with the word "clc_kernels:" and the facts about its kernels in one line,
// or PTX of clc's; their names say what they do: `add` adds its second argument to numbers of its first, `texels`
// copies its first image through a sampler to the third argument, an image or a buffer, `trap` fails unless its
// argument is 0, others nothing. CLC_FAKE_CUDA, "cuInit=100", makes a function fail from the start.
#ifdef __linux__
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/cuda_image.h"
#include "cuda/cuda_api.h"
#include "fake_cuda.h"

using namespace clc::cuda;
using clc::cuda::testing::FakeAllocation;
using clc::cuda::testing::FakeClock;
using clc::cuda::testing::FakeCuda;
using clc::cuda::testing::FakeLaunch;

namespace {

constexpr int k_devices = 2, k_invalid_value = 1, k_invalid_context = 201, k_operating_system = 304, k_not_found = 500;

struct FakeModule {
  std::string facts;
  nlohmann::json kernels;
};
struct FakeFunction {
  std::string name;
  nlohmann::json arguments;
};

// An array's texels behind each other, with its slices or layers in the third dimension.
struct FakeArray {
  ArrayDescription description;
  std::size_t texel_bytes;
  std::size_t width, height, depth;
  std::vector<std::uint8_t> bytes;

  std::uint8_t* at(std::size_t x, std::size_t y, std::size_t z) { return bytes.data() + x + (z * height + y) * width; }
};
struct FakeEvent {
  float time = 0;
  FakeClock clock;  // of its stream when it was recorded
};
struct FakeTexture {
  ResourceDescription resource;
  TextureDescription description;
};

FakeCuda& g_fake = *new FakeCuda;  // never destroyed: threads of queues outlive main()
Result g_lost = k_success;         // what every call returns after a kernel has failed
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

using FakeWork = std::function<void()>;
struct FakeGraph {
  std::vector<FakeWork> nodes;
};

std::map<StreamHandle, FakeGraph> g_captures;  // of streams that are captured

// Does the work of a stream, or puts it into the stream's graph.
Result do_in(StreamHandle stream, FakeWork work) {
  const auto found = g_captures.find(stream);
  if (found != g_captures.end()) {
    found->second.nodes.push_back(std::move(work));
  } else {
    work();
  }
  return k_success;
}

std::uint8_t* bytes_at(DevicePointer address) {
  return std::bit_cast<std::uint8_t*>(address);
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

FakeClock& clock_of(StreamHandle stream) {
  return g_fake.clocks[reinterpret_cast<std::uintptr_t>(stream)];
}

FakeArray& array_of(ArrayHandle handle) {
  return *reinterpret_cast<FakeArray*>(handle);
}

std::size_t channel_bytes(unsigned format) {
  static const std::map<unsigned, std::size_t> sizes{{k_unsigned_int8, 1}, {k_unsigned_int16, 2}, {k_unsigned_int32, 4},
                                                     {k_signed_int8, 1},   {k_signed_int16, 2},   {k_signed_int32, 4},
                                                     {k_half, 2},          {k_float, 4}};
  const auto found = sizes.find(format);
  if (found != sizes.end()) return found->second;
  if (format < k_unorm_int8 || format >= k_snorm_int16 + 3) return 0;
  return (format - k_unorm_int8) / 3 % 2 + 1;
}

// True when a normalized format is the one for so many channels.
bool is_for(unsigned format, unsigned channels) {
  return format < k_unorm_int8 || 1U << (format - k_unorm_int8) % 3 == channels;
}

bool is_integer(unsigned format) {
  return format <= k_signed_int32;
}

// Images are the addresses of their descriptions.
const clc::CudaImage& image_at(const std::vector<std::uint8_t>& argument) {
  return *value_of<const clc::CudaImage*>(argument);
}

void copy_image(const FakeLaunch& launch) {
  const auto sampler = value_of<std::uint32_t>(launch.arguments[1]);
  const auto* texture = std::bit_cast<const FakeTexture*>(image_at(launch.arguments[0]).textures[sampler]);
  if (texture == nullptr) {
    g_lost = k_illegal_address;
    return;
  }
  g_fake.sampled[0] = texture->description.addressing[0];
  g_fake.sampled[1] = texture->description.filter;
  g_fake.sampled[2] = texture->description.flags;
  if (texture->resource.kind == k_linear_resource) {
    const auto& linear = texture->resource.linear;
    std::memcpy(bytes_at(value_of<DevicePointer>(launch.arguments[2])), bytes_at(linear.address), linear.bytes);
    return;
  }
  const auto surface = std::bit_cast<ArrayHandle>(image_at(launch.arguments[2]).surface);
  if (surface == nullptr) {
    g_lost = k_illegal_address;
    return;
  }
  // As on an H200, where kernels get nothing through 1D arrays without layers.
  const ArrayDescription& description = array_of(surface).description;
  if (description.height == 0 && (description.flags & k_layered) == 0) return;
  array_of(surface).bytes = array_of(texture->resource.array).bytes;
}

void run(const FakeLaunch& launch) {
  g_fake.launches.push_back(launch);
  if (launch.kernel == "texels") copy_image(launch);
  const bool is_harmless = !launch.arguments.empty() && value_of<int>(launch.arguments[0]) == 0;
  if (launch.kernel == "trap" && !is_harmless) g_lost = k_illegal_address;
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

std::uint8_t* allocate(std::size_t size, unsigned kind, bool is_managed = false) {
  auto* bytes = new std::uint8_t[size];
  const int device = static_cast<int>(reinterpret_cast<std::uintptr_t>(t_contexts.back())) - 1;
  g_fake.allocations[reinterpret_cast<DevicePointer>(bytes)] = {size, kind, is_managed, device, false};
  ++g_fake.live_allocations;
  return bytes;
}

void free_bytes(std::uint8_t* bytes) {
  g_fake.allocations.erase(reinterpret_cast<DevicePointer>(bytes));
  --g_fake.live_allocations;
  delete[] bytes;
}

// The allocation that has the address; null: there is none.
const std::pair<const std::uint64_t, FakeAllocation>* allocation_at(DevicePointer address) {
  auto found = g_fake.allocations.upper_bound(address);
  if (found == g_fake.allocations.begin()) return nullptr;
  --found;
  return address - found->first < found->second.size ? &*found : nullptr;
}

// The facts about kernels in a module: "clc_kernels: FACTS", or PTX's "clc_kernels[3] = {123, 34, 0};".
std::string facts_in(const std::string& text) {
  const std::string mark = "clc_kernels:";
  if (const std::size_t at = text.find(mark); at != std::string::npos) return text.substr(at + mark.size());
  std::string facts;
  const std::size_t variable = text.find("clc_kernels[");
  if (variable == std::string::npos) return facts;
  const char* next = text.c_str() + text.find('{', variable) + 1;
  for (char* end = nullptr;; next = end + 1) {
    const long byte = std::strtol(next, &end, 10);
    if (byte == 0) return facts;
    facts.push_back(static_cast<char>(byte));
  }
}

// One end of cuMemcpy3D.
struct CopyPart {
  unsigned kind;
  const std::uint8_t* host;
  DevicePointer device;
  ArrayHandle array;
  std::size_t x, y, z, pitch, height;

  std::uint8_t* at(std::size_t row, std::size_t slice) const {
    if (kind == k_array_memory) return array_of(array).at(x, y + row, z + slice);
    std::uint8_t* bytes = kind == k_host_memory ? const_cast<std::uint8_t*>(host) : bytes_at(device);
    return bytes + x + ((z + slice) * height + y + row) * pitch;
  }
  // True when the copy lies within, in whole texels.
  bool has(const Copy3d& copy) const {
    if (kind != k_array_memory) {
      return pitch >= copy.width && (copy.depth == 1 || height >= copy.height) && x == 0 && y == 0 && z == 0;
    }
    const FakeArray& one = array_of(array);
    const std::size_t texel = one.texel_bytes;
    return x % texel == 0 && copy.width % texel == 0 && x + copy.width <= one.width && y + copy.height <= one.height &&
           z + copy.depth <= one.depth;
  }
};

std::size_t size_of(const nlohmann::json& argument) {
  const std::string kind = argument.at("kind");
  if (kind == "value") return argument.at("size").get<std::size_t>();
  return kind == "local" || kind == "sampler" ? 4 : 8;
}

}  // namespace

extern "C" {

FakeCuda* clc_fake_cuda() {
  return &g_fake;
}

// How many launches a stream has had, for tests that are not in C++.
std::size_t clc_fake_cuda_launches(std::uint64_t stream) {
  const std::lock_guard guard(g_fake.mutex);
  return static_cast<std::size_t>(std::count_if(g_fake.launches.begin(), g_fake.launches.end(),
                                                [&](const FakeLaunch& one) { return one.stream == stream; }));
}

// As on an H200: a name for a thread, and a local socket to listen at.
bool has_what_cuda_needs() {
#ifdef __linux__
  const std::string name = "/proc/self/task/" + std::to_string(gettid()) + "/comm";
  std::FILE* file = std::fopen(name.c_str(), "w");
  if (file == nullptr) return false;
  std::fclose(file);
  const int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (listener < 0) return false;
  sockaddr_un address{AF_UNIX, {}};
  const int length = std::snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "fake-cuda-%d", getpid());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<std::size_t>(length));
  const bool listens = bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0 && listen(listener, 1) == 0;
  close(listener);
  return listens;
#else
  return true;
#endif
}

// NOLINTBEGIN(readability-identifier-naming): the names are CUDA's.
Result cuInit(unsigned) {
  if (!has_what_cuda_needs()) return k_operating_system;
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
// The UUID of a part of a GPU.
Result cuDeviceGetUuid_v2(Uuid* uuid, DeviceNumber device) {
  *uuid = {{9, 2, 3, static_cast<std::uint8_t>(device)}};
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
                                         {k_texture_alignment, 512},
                                         {k_texture_1d_width, 131072},
                                         {k_texture_2d_width, 131072},
                                         {k_texture_2d_height, 65536},
                                         {k_texture_3d_width, 16384},
                                         {k_texture_3d_width + 1, 16384},
                                         {k_texture_3d_width + 2, 16384},
                                         {k_texture_2d_layered_width, 32768},
                                         {k_texture_2d_layered_height, 32768},
                                         {k_texture_2d_layers, 2048},
                                         {k_texture_1d_layered_width, 32768},
                                         {k_texture_1d_layers, 2048},
                                         {k_surface_1d_width, 32768},
                                         {k_surface_2d_width, 131072},
                                         {k_surface_2d_height, 65536},
                                         {k_surface_3d_width, 16384},
                                         {k_surface_3d_width + 1, 16384},
                                         {k_surface_3d_width + 2, 16384},
                                         {k_surface_1d_layered_width, 32768},
                                         {k_surface_1d_layers, 2048},
                                         {k_surface_2d_layered_width, 32768},
                                         {k_surface_2d_layered_height, 32768},
                                         {k_surface_2d_layers, 2048},
                                         {k_texture_1d_linear_width, 1 << 28},
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
  *context = std::bit_cast<Context>(static_cast<std::uintptr_t>(device) + 1);
  return k_success;
}
Result cuCtxGetCurrent(Context* context) {
  const std::lock_guard guard(g_fake.mutex);
  ++g_fake.calls[__func__];
  *context = t_contexts.empty() ? nullptr : t_contexts.back();
  return k_success;
}
Result cuCtxPushCurrent_v2(Context context) {
  BEGIN();
  t_contexts.push_back(context);
  return k_success;
}
Result cuCtxPopCurrent_v2(Context* context) {
  const std::lock_guard guard(g_fake.mutex);
  ++g_fake.calls[__func__];
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
  *address = reinterpret_cast<DevicePointer>(allocate(size, k_device_memory));
  return k_success;
}
Result cuMemAllocManaged(DevicePointer* address, std::size_t size, unsigned) {
  BEGIN_IN_CONTEXT();
  *address = reinterpret_cast<DevicePointer>(allocate(size, k_device_memory, true));
  return k_success;
}
Result cuMemFree_v2(DevicePointer address) {
  BEGIN_IN_CONTEXT();
  free_bytes(bytes_at(address));
  return k_success;
}
Result cuMemHostAlloc(void** bytes, std::size_t size, unsigned) {
  BEGIN_IN_CONTEXT();
  *bytes = allocate(size, k_host_memory);
  return k_success;
}
Result cuMemFreeHost(void* bytes) {
  BEGIN_IN_CONTEXT();
  free_bytes(static_cast<std::uint8_t*>(bytes));
  return k_success;
}
Result cuPointerGetAttribute(void* value, int which, DevicePointer address) {
  BEGIN_IN_CONTEXT();
  const auto* found = allocation_at(address);
  if (found == nullptr) return k_invalid_value;
  const FakeAllocation& facts = found->second;
  const int answer = which == k_pointer_memory_kind  ? static_cast<int>(facts.kind)
                     : which == k_pointer_is_managed ? int{facts.is_managed}
                     : which == k_pointer_has_handle ? int{!facts.is_mapping}
                                                     : facts.device;
  std::memcpy(value, &answer, sizeof answer);
  return k_success;
}
Result cuMemGetAddressRange_v2(DevicePointer* begin, std::size_t* size, DevicePointer address) {
  BEGIN_IN_CONTEXT();
  const auto* found = allocation_at(address);
  if (found == nullptr) return k_not_found;
  *begin = found->first;
  *size = found->second.size;
  return k_success;
}
Result cuMemcpyDtoH_v2(void* to, DevicePointer from, std::size_t size) {
  BEGIN_IN_CONTEXT();
  std::memcpy(to, bytes_at(from), size);
  return k_success;
}
Result cuMemcpyAsync(DevicePointer to, DevicePointer from, std::size_t size, StreamHandle stream) {
  BEGIN_IN_CONTEXT();
  return do_in(stream, [=] { std::memcpy(bytes_at(to), bytes_at(from), size); });
}
Result cuMemcpyHtoDAsync_v2(DevicePointer to, const void* from, std::size_t size, StreamHandle stream) {
  BEGIN_IN_CONTEXT();
  return do_in(stream, [=] { std::memcpy(bytes_at(to), from, size); });
}
Result cuMemcpyDtoHAsync_v2(void* to, DevicePointer from, std::size_t size, StreamHandle stream) {
  BEGIN_IN_CONTEXT();
  return do_in(stream, [=] { std::memcpy(to, bytes_at(from), size); });
}
Result cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from, std::size_t size, StreamHandle stream) {
  BEGIN_IN_CONTEXT();
  return do_in(stream, [=] { std::memmove(bytes_at(to), bytes_at(from), size); });
}
Result cuMemcpy3DAsync_v2(const Copy3d* copy, StreamHandle stream) {
  BEGIN_IN_CONTEXT();
  const CopyPart from{copy->from_kind,   static_cast<const std::uint8_t*>(copy->from_host),
                      copy->from_device, copy->from_array,
                      copy->from_x,      copy->from_y,
                      copy->from_z,      copy->from_pitch,
                      copy->from_height};
  const CopyPart to{copy->to_kind,   static_cast<const std::uint8_t*>(copy->to_host),
                    copy->to_device, copy->to_array,
                    copy->to_x,      copy->to_y,
                    copy->to_z,      copy->to_pitch,
                    copy->to_height};
  if (!from.has(*copy) || !to.has(*copy)) return k_invalid_value;
  return do_in(stream, [=, extent = *copy] {
    for (std::size_t z = 0; z < extent.depth; ++z) {
      for (std::size_t y = 0; y < extent.height; ++y) std::memcpy(to.at(y, z), from.at(y, z), extent.width);
    }
  });
}
Result cuArray3DCreate_v2(ArrayHandle* array, const ArrayDescription* description) {
  BEGIN_IN_CONTEXT();
  const std::size_t texel_bytes = channel_bytes(description->format) * description->channels;
  const bool has_layers = (description->flags & k_layered) != 0;
  if (texel_bytes == 0 || !is_for(description->format, description->channels) || description->width == 0 ||
      (has_layers && description->depth == 0) || (!has_layers && description->depth != 0 && description->height == 0) ||
      (description->channels != 1 && description->channels != 2 && description->channels != 4)) {
    return k_invalid_value;
  }
  const std::size_t height = std::max<std::size_t>(description->height, 1);
  const std::size_t depth = std::max<std::size_t>(description->depth, 1);
  const std::size_t width = description->width * texel_bytes;
  *array = reinterpret_cast<ArrayHandle>(new FakeArray{*description, texel_bytes, width, height, depth,
                                                       std::vector<std::uint8_t>(width * height * depth)});
  ++g_fake.live_arrays;
  return k_success;
}
Result cuArrayDestroy(ArrayHandle array) {
  BEGIN_IN_CONTEXT();
  delete &array_of(array);
  --g_fake.live_arrays;
  return k_success;
}
// Refuses what CUDA does.
Result cuTexObjectCreate(TextureHandle* texture, const ResourceDescription* resource,
                         const TextureDescription* description, const void*) {
  BEGIN_IN_CONTEXT();
  const bool is_linear = resource->kind == k_linear_resource;
  const unsigned format = is_linear ? resource->linear.format : array_of(resource->array).description.format;
  const bool is_read_as_integer = (description->flags & k_read_as_integer) != 0;
  const bool is_normalized = (description->flags & k_normalized_coordinates) != 0;
  const bool repeats = description->addressing[0] == k_wrap || description->addressing[0] == k_mirror;
  if (is_linear && (resource->linear.address % 16 != 0 || format >= k_unorm_int8)) return k_invalid_value;
  if (description->filter != 0 && is_read_as_integer && is_integer(format)) return k_invalid_value;
  if (repeats && !is_normalized) return k_invalid_value;
  *texture = reinterpret_cast<TextureHandle>(new FakeTexture{*resource, *description});
  ++g_fake.live_textures;
  return k_success;
}
Result cuTexObjectDestroy(TextureHandle texture) {
  BEGIN_IN_CONTEXT();
  delete std::bit_cast<FakeTexture*>(texture);
  --g_fake.live_textures;
  return k_success;
}
Result cuSurfObjectCreate(SurfaceHandle* surface, const ResourceDescription* resource) {
  BEGIN_IN_CONTEXT();
  if (resource->kind != k_array_resource) return k_invalid_value;
  *surface = reinterpret_cast<SurfaceHandle>(resource->array);
  ++g_fake.live_surfaces;
  return k_success;
}
Result cuSurfObjectDestroy(SurfaceHandle) {
  BEGIN_IN_CONTEXT();
  --g_fake.live_surfaces;
  return k_success;
}
Result cuMemsetD8Async(DevicePointer to, unsigned char value, std::size_t count, StreamHandle stream) {
  BEGIN_IN_CONTEXT();
  return do_in(stream, [=] { set_all(to, value, count); });
}
Result cuMemsetD16Async(DevicePointer to, unsigned short value, std::size_t count, StreamHandle stream) {
  BEGIN_IN_CONTEXT();
  return do_in(stream, [=] { set_all(to, value, count); });
}
Result cuMemsetD32Async(DevicePointer to, unsigned value, std::size_t count, StreamHandle stream) {
  BEGIN_IN_CONTEXT();
  return do_in(stream, [=] { set_all(to, value, count); });
}
Result cuModuleLoadDataEx(Module* loaded, const void* image, unsigned, int*, void** values) {
  BEGIN_IN_CONTEXT();
  const std::string text = static_cast<const char*>(image);
  if (text.find("error") != std::string::npos) {
    constexpr char k_log[] = "ptxas says so";
    std::memcpy(values[0], k_log, sizeof k_log);
    return k_invalid_ptx;
  }
  auto fake = std::make_unique<FakeModule>();
  fake->facts = facts_in(text);
  if (!fake->facts.empty()) {
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
                      unsigned items_z, unsigned dynamic_bytes, StreamHandle stream, void** parameters, void**) {
  BEGIN_IN_CONTEXT();
  const auto& fake = *reinterpret_cast<FakeFunction*>(function);
  FakeLaunch launch{fake.name, {x, y, z}, {items_x, items_y, items_z}, dynamic_bytes, {}, {}, 0, {}, {}};
  for (const auto& argument : fake.arguments) {
    const auto* bytes = static_cast<const std::uint8_t*>(*parameters++);
    launch.arguments.emplace_back(bytes, bytes + size_of(argument));
  }
  for (std::uint32_t& one : launch.hidden) std::memcpy(&one, *parameters++, sizeof one);
  launch.stream = reinterpret_cast<std::uintptr_t>(stream);
  launch.thread = std::this_thread::get_id();
  FakeClock& clock = clock_of(stream);
  clock.join_host(g_fake.host_clock);
  clock.in_all[launch.stream] = ++clock.by_streams[launch.stream];
  launch.clock = clock;
  return do_in(stream, [launch] { run(launch); });
}
Result cuStreamBeginCapture_v2(StreamHandle stream, int) {
  BEGIN_IN_CONTEXT();
  g_captures[stream] = {};
  return k_success;
}
Result cuStreamEndCapture(StreamHandle stream, Graph* graph) {
  BEGIN_IN_CONTEXT();
  *graph = reinterpret_cast<Graph>(new FakeGraph(g_captures.extract(stream).mapped()));
  ++g_fake.live_graphs;
  return k_success;
}
Result cuGraphDestroy(Graph graph) {
  BEGIN_IN_CONTEXT();
  delete reinterpret_cast<FakeGraph*>(graph);
  --g_fake.live_graphs;
  return k_success;
}
Result cuGraphInstantiateWithFlags(ReadyGraph* ready, Graph graph, unsigned long long) {
  BEGIN_IN_CONTEXT();
  *ready = reinterpret_cast<ReadyGraph>(new FakeGraph(*reinterpret_cast<FakeGraph*>(graph)));
  ++g_fake.live_graphs;
  return k_success;
}
Result cuGraphLaunch(ReadyGraph graph, StreamHandle) {
  BEGIN_IN_CONTEXT();
  for (const FakeWork& node : reinterpret_cast<FakeGraph*>(graph)->nodes) node();
  return k_success;
}
Result cuGraphExecDestroy(ReadyGraph graph) {
  BEGIN_IN_CONTEXT();
  delete reinterpret_cast<FakeGraph*>(graph);
  --g_fake.live_graphs;
  return k_success;
}
Result cuStreamCreate(StreamHandle* stream, unsigned) {
  BEGIN_IN_CONTEXT();
  static std::uintptr_t last = 0x1000;
  *stream = std::bit_cast<StreamHandle>(++last);
  g_fake.streams[last] = reinterpret_cast<std::uintptr_t>(t_contexts.back());
  ++g_fake.live_streams;
  return k_success;
}
Result cuStreamDestroy_v2(StreamHandle stream) {
  BEGIN_IN_CONTEXT();
  if (g_fake.streams.erase(reinterpret_cast<std::uintptr_t>(stream)) == 0) return k_invalid_value;
  --g_fake.live_streams;
  return k_success;
}
Result cuStreamGetCtx(StreamHandle stream, Context* context) {
  BEGIN_IN_CONTEXT();
  const auto found = g_fake.streams.find(reinterpret_cast<std::uintptr_t>(stream));
  if (found == g_fake.streams.end()) return k_invalid_value;
  *context = std::bit_cast<Context>(found->second);
  return k_success;
}
Result cuStreamSynchronize(StreamHandle stream) {
  BEGIN_IN_CONTEXT();
  g_fake.host_clock.join_host(clock_of(stream));
  return k_success;
}
Result cuEventCreate(EventHandle* event, unsigned) {
  BEGIN_IN_CONTEXT();
  *event = reinterpret_cast<EventHandle>(new FakeEvent);
  ++g_fake.live_events;
  return k_success;
}
Result cuEventDestroy_v2(EventHandle event) {
  BEGIN_IN_CONTEXT();
  delete reinterpret_cast<FakeEvent*>(event);
  --g_fake.live_events;
  return k_success;
}
// Each is a millisecond behind the last.
Result cuEventRecord(EventHandle event, StreamHandle stream) {
  BEGIN_IN_CONTEXT();
  static float time = 0;
  *reinterpret_cast<FakeEvent*>(event) = {++time, clock_of(stream)};
  return k_success;
}
Result cuStreamWaitEvent(StreamHandle stream, EventHandle event, unsigned) {
  BEGIN_IN_CONTEXT();
  clock_of(stream).join(reinterpret_cast<FakeEvent*>(event)->clock);
  return k_success;
}
Result cuEventSynchronize(EventHandle) {
  BEGIN_IN_CONTEXT();
  return k_success;
}
Result cuEventElapsedTime(float* milliseconds, EventHandle first, EventHandle last) {
  BEGIN_IN_CONTEXT();
  *milliseconds = reinterpret_cast<FakeEvent*>(last)->time - reinterpret_cast<FakeEvent*>(first)->time;
  return k_success;
}
// NOLINTEND(readability-identifier-naming)

}  // extern "C"
