#include "cuda/device.h"

#include <cstdio>
#include <cstring>

#include "clc_cuda.h"
#include "cuda/image.h"

namespace clc::cuda {
namespace {

// True for errors after which every call in the context fails.
bool is_fatal(Result result) {
  switch (result) {
    case k_ecc_uncorrectable:
    case k_nvlink_uncorrectable:
    case k_contained:
    case k_illegal_address:
    case k_launch_timeout:  // a GPU that draws a screen ends long kernels
    case k_context_is_destroyed:
    case k_assert:
    case k_mps_rpc_failure:
    case k_mps_client_terminated:
      return true;
    default:
      return result >= k_hardware_stack_error && result <= k_launch_failed;
  }
}

}  // namespace

Context CudaDevice::context() {
  if (Context known = context_.load(std::memory_order_acquire); known != nullptr) return known;
  const std::lock_guard guard(mutex_);
  if (context_ == nullptr) {
    Context made = nullptr;
    const Result result = cuda().cuDevicePrimaryCtxRetain(&made, number_);
    if (result != k_success) {
      throw front::Failure(CL_OUT_OF_RESOURCES,
                           "cuda: no context can be made on " + facts_.name + ": " + describe(result));
    }
    context_ = made;
  }
  return context_;
}

void CudaDevice::check_context() {
  if (!is_lost_.load(std::memory_order_acquire)) return;
  throw front::Failure(CL_OUT_OF_RESOURCES, loss_);
}

void CudaDevice::lose(Result result) {
  const std::lock_guard guard(mutex_);
  if (is_lost_) return;
  const bool is_shared = result == k_mps_rpc_failure || result == k_mps_client_terminated;
  loss_ = std::string("cuda: a kernel has failed on ") + facts_.name +
          (is_shared ? ", of this process or of another one under MPS" : "") +
          ", and CUDA has ended the context, so that nothing runs on this GPU in this process any more: " +
          describe(result);
  std::fprintf(stderr, "%s\n", loss_.c_str());
  is_lost_.store(true, std::memory_order_release);
}

void CudaDevice::check(Result result, const char* what, cl_int code) {
  if (result == k_success) return;
  if (is_fatal(result)) lose(result);
  check_context();
  throw front::Failure(code, "cuda: " + facts_.name + " cannot " + what + ": " + describe(result));
}

void CudaDevice::reach(CudaDevice& other) {
  if (&other == this) return;
  const Context theirs = other.context();
  const std::lock_guard guard(mutex_);
  if (reached_.contains(&other)) return;
  const Result result = cuda().cuCtxEnablePeerAccess(theirs, 0);
  if (result != k_success && result != k_peer_access_already_enabled) {
    throw front::Failure(CL_INVALID_OPERATION, "cuda: kernels on " + facts_.name +
                                                   " cannot use memory of another GPU: " + describe(result) +
                                                   "; use a context for each GPU");
  }
  reached_.insert(&other);
}

InContext::InContext(CudaDevice& device) {
  device.check_context();
  const Context wanted = device.context();
  Context now = nullptr;
  if (cuda().cuCtxGetCurrent(&now) == k_success && now == wanted) return;
  device.check(cuda().cuCtxPushCurrent_v2(wanted), "make its context the thread's");
  is_pushed_ = true;
}

InContext::~InContext() {
  Context popped = nullptr;
  if (is_pushed_) cuda().cuCtxPopCurrent_v2(&popped);
}

CudaMemory::CudaMemory(CudaDevice& device, std::size_t size) : device_(device), size_(size) {
  const InContext scope(device);
  device.check(cuda().cuMemAlloc_v2(&address_, size), "allocate memory", CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

CudaMemory::~CudaMemory() {
  try {
    const InContext scope(device_);
    if (is_own_) cuda().cuMemFree_v2(address_);
    if (shadow_ != nullptr) cuda().cuMemFreeHost(shadow_);
  } catch (const front::Failure&) {
    // gone with the context
  }
}

std::uint8_t* CudaMemory::shadow() {
  const std::lock_guard guard(mutex_);
  if (shadow_ != nullptr) return shadow_;
  const InContext scope(device_);
  void* bytes = nullptr;
  constexpr unsigned k_portable = 1;
  device_.check(cuda().cuMemHostAlloc(&bytes, size_, k_portable), "pin memory of the host", CL_MAP_FAILURE);
  shadow_ = static_cast<std::uint8_t*>(bytes);
  return shadow_;
}

CudaSharedMemory::CudaSharedMemory(CudaDevice& device, std::size_t size) : device_(device) {
  const InContext scope(device);
  constexpr unsigned k_global = 1;  // any stream may use it
  device.check(cuda().cuMemAllocManaged(&address_, size, k_global), "allocate managed memory",
               CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

CudaSharedMemory::~CudaSharedMemory() {
  try {
    const InContext scope(device_);
    cuda().cuMemFree_v2(address_);
  } catch (const front::Failure&) {
    // gone with the context
  }
}

std::unique_ptr<front::Memory> CudaDevice::allocate_shared(std::size_t size) {
  return std::make_unique<CudaSharedMemory>(*this, size);
}

std::unique_ptr<front::Memory> CudaDevice::allocate(std::size_t size) {
  return std::make_unique<CudaMemory>(*this, size);
}

std::unique_ptr<front::Image> CudaDevice::make_image(const front::ImageShape& shape, const front::ImageBuffer& buffer) {
  return std::make_unique<CudaImageMemory>(*this, shape, buffer);
}

// tools/builtins/nvptx_pipes.cl describes it.
front::PipeHead CudaDevice::empty_pipe(cl_uint packets) const {
  constexpr std::size_t k_room_at = 16, k_head_bytes = 64, k_slot_bytes = 16, k_largest_type = 128;
  const std::size_t bytes = k_head_bytes + packets * k_slot_bytes;
  front::PipeHead head{std::vector<std::uint8_t>(k_head_bytes),
                       (bytes + k_largest_type - 1) / k_largest_type * k_largest_type};
  std::memcpy(head.bytes.data() + k_room_at, &packets, sizeof packets);
  return head;
}

std::shared_ptr<front::Code> CudaDevice::load(const std::uint8_t* bytes, std::size_t size) {
  try {
    return std::make_shared<CudaCode>(*this, bytes, size);
  } catch (const front::Failure& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    throw;
  }
}

std::unique_ptr<front::Stream> CudaDevice::make_stream() {
  return make_cuda_stream(*this);
}

namespace {

front::Platform make_platform() {
  front::Platform platform{"clc CUDA", "clc", "clc", "CLCCUDA", {}, {{CL_CLC_CUDA_EXTENSION_NAME}}};
  int count = 0;
  std::string trouble = open_cuda();
  if (trouble.empty()) {
    const Result result = cuda().cuDeviceGetCount(&count);
    if (result != k_success) trouble = "CUDA's devices cannot be counted: " + describe(result);
  }
  for (int i = 0; i < count; ++i) {
    DeviceNumber number = 0;
    if (cuda().cuDeviceGet(&number, i) == k_success) platform.devices.push_back(std::make_unique<CudaDevice>(number));
  }
  if (trouble.empty() && platform.devices.empty()) trouble = "libcuda.so.1 finds no NVIDIA GPU";
  if (!trouble.empty()) std::fprintf(stderr, "cuda: %s\n", trouble.c_str());
  return platform;
}

const bool g_is_provided = front::provide_platform(make_platform);

}  // namespace
}  // namespace clc::cuda
