// Memory and streams that the application has from CUDA (clc_cuda.h).
#include <bit>

#include "clc_cuda.h"
#include "cuda/device.h"

namespace clc::cuda {
namespace {

std::string hexadecimal(std::uint64_t number) {
  constexpr const char* k_digits = "0123456789abcdef";
  std::string text;
  for (; number != 0 || text.empty(); number >>= 4U) text.insert(text.begin(), k_digits[number & 15U]);
  return "0x" + text;
}

[[noreturn]] void refuse_memory(std::uint64_t address, const std::string& why, cl_int code = CL_INVALID_PROPERTY) {
  throw front::Failure(code, "cuda: CL_MEM_CUDA_POINTER_CLC " + hexadecimal(address) + " " + why);
}

// CUDA's attributes of an address. Where it knows no memory there, they are 0.
struct PointerFacts {
  unsigned memory_kind = 0, is_managed = 0;
  int device = -1;
  // False for memory that is mapped piece by piece (cuMemMap), such as PyTorch's expandable segments.
  unsigned is_of_one_piece = 0;
};

PointerFacts facts_of_pointer(DevicePointer address) {
  PointerFacts facts;
  const auto ask = [&](PointerAttribute which, void* to) {
    return cuda().cuPointerGetAttribute(to, which, address) == k_success;
  };
  if (!ask(k_pointer_memory_kind, &facts.memory_kind) || !ask(k_pointer_device, &facts.device)) return {};
  ask(k_pointer_is_managed, &facts.is_managed);
  ask(k_pointer_has_handle, &facts.is_of_one_piece);
  return facts;
}

void check_pointer(DevicePointer address, const PointerFacts& facts, DeviceNumber device) {
  if (facts.memory_kind != k_device_memory && facts.is_managed == 0) {
    refuse_memory(address, facts.memory_kind == k_host_memory ? "is memory of the host" : "is no memory of CUDA's");
  }
  if (facts.is_managed == 0 && facts.device != device) refuse_memory(address, "is memory of another GPU");
}

// The end of the allocation, or of the mapping, that has the address; 0: there is none.
DevicePointer end_of_allocation(DevicePointer address) {
  DevicePointer begin = 0;
  std::size_t bytes = 0;
  return cuda().cuMemGetAddressRange_v2(&begin, &bytes, address) == k_success ? begin + bytes : 0;
}

// Throws unless so many bytes from the address on are the device's: of one allocation, or of mappings behind each
// other.
void check_range(DevicePointer address, std::size_t size, DeviceNumber device) {
  PointerFacts facts = facts_of_pointer(address);
  check_pointer(address, facts, device);
  DevicePointer end = end_of_allocation(address);
  if (end == 0) refuse_memory(address, "is in no allocation of CUDA's");
  while (end - address < size && facts.is_of_one_piece == 0) {
    facts = facts_of_pointer(end);
    const DevicePointer next = facts.memory_kind == 0 ? 0 : end_of_allocation(end);
    if (next == 0 || facts.is_of_one_piece != 0) break;
    check_pointer(end, facts, device);
    end = next;
  }
  if (end - address >= size) return;
  refuse_memory(address,
                "has " + std::to_string(end - address) + " bytes to the end of its allocation, and the buffer wants " +
                    std::to_string(size),
                CL_INVALID_BUFFER_SIZE);
}

}  // namespace

CudaMemory::CudaMemory(CudaDevice& device, DevicePointer address, std::size_t size)
    : device_(device), size_(size), address_(address), is_own_(false) {}

std::optional<std::uint64_t> CudaMemory::answer(cl_mem_info info, std::size_t offset) {
  if (info != CL_MEM_CUDA_POINTER_CLC) return std::nullopt;
  return address_ + offset;
}

std::unique_ptr<front::Memory> CudaDevice::adopt_memory(cl_mem_properties property, std::uint64_t address,
                                                        std::size_t size) {
  if (property != CL_MEM_CUDA_POINTER_CLC) throw front::Failure(CL_INVALID_PROPERTY);
  if (cuda().cuPointerGetAttribute == nullptr || cuda().cuMemGetAddressRange_v2 == nullptr) {
    refuse_memory(address, "cannot be checked: NVIDIA's driver is too old");
  }
  const InContext scope(*this);
  check_range(address, size, number_);
  return std::make_unique<CudaMemory>(*this, address, size);
}

std::unique_ptr<front::Stream> CudaDevice::adopt_stream(cl_queue_properties property, std::uint64_t stream) {
  if (property != CL_QUEUE_CUDA_STREAM_CLC) throw front::Failure(CL_INVALID_VALUE);
  const auto handle = std::bit_cast<StreamHandle>(stream);
  if (stream > k_thread_stream && cuda().cuStreamGetCtx != nullptr) {
    const InContext scope(*this);
    Context owner = nullptr;
    const Result result = cuda().cuStreamGetCtx(handle, &owner);
    if (result != k_success || owner != context()) {
      throw front::Failure(CL_INVALID_VALUE, "cuda: CL_QUEUE_CUDA_STREAM_CLC " + hexadecimal(stream) +
                                                 " is no stream of the primary context of " + facts_.name);
    }
  }
  return make_cuda_stream(*this, handle);
}

}  // namespace clc::cuda
