#include "driver/replayed_memory.h"

#include <algorithm>

#include "base/try.h"
#include "clc/runtime/opencl_error.h"

namespace clc {
namespace {

// A buffer has at least one byte.
std::size_t allocated(std::uint64_t size) {
  return std::max<std::uint64_t>(size, 1);
}

bool has_shared_memory(cl_device_id device) {
  cl_device_svm_capabilities has = 0;
  const cl_int code = clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof(has), &has, nullptr);
  return code == CL_SUCCESS && (has & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0;
}

struct Region {
  std::size_t origin[3] = {};
  std::size_t size[3] = {};
};

Region region_of(const CapturedMemory& image) {
  const bool is_row_array = image.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  return {{}, {image.width, is_row_array ? image.layers : image.height, is_row_array ? 1 : image.depth * image.layers}};
}

Result<void> checked(cl_int code, const char* call) {
  if (code != CL_SUCCESS) return fail_opencl(code, call);
  return {};
}

}  // namespace

ReplayedMemory::~ReplayedMemory() {
  for (const Place& place : places_)
    if (place.shared != nullptr) clSVMFree(queue_.context(), place.shared);
}

Result<MemoryHandle> ReplayedMemory::make_image(const CapturedMemory& memory) const {
  const cl_image_format format{static_cast<cl_channel_order>(memory.channel_order),
                               static_cast<cl_channel_type>(memory.channel_type)};
  cl_image_desc shape{};
  shape.image_type = static_cast<cl_mem_object_type>(memory.type);
  shape.image_width = memory.width;
  shape.image_height = memory.height;
  shape.image_depth = memory.depth;
  shape.image_array_size = memory.layers;
  if (memory.buffer != 0) shape.mem_object = places_[memory.buffer - 1].memory.get();
  cl_int code = CL_SUCCESS;
  MemoryHandle image(clCreateImage(queue_.context(), memory.access, &format, &shape, nullptr, &code));
  if (!image) return fail_opencl(code, "clCreateImage");
  std::size_t element = 0;
  CLC_TRY(checked(clGetImageInfo(image.get(), CL_IMAGE_ELEMENT_SIZE, sizeof(element), &element, nullptr),
                  "clGetImageInfo"));
  // Transfers are of as many bytes as the driver says.
  if (element != memory.element_size) return fail(ErrorKind::k_damaged, "an image has elements of another size");
  return image;
}

Result<ReplayedMemory::Place> ReplayedMemory::make(const CapturedMemory& memory) const {
  Place place;
  if (memory.kind == MemoryKind::k_image) {
    place.memory = CLC_TRY(make_image(memory));
    return place;
  }
  if (memory.kind == MemoryKind::k_svm && has_shared_memory(queue_.device().id)) {
    place.shared = clSVMAlloc(queue_.context(), CL_MEM_READ_WRITE, allocated(memory.size), 0);
    if (place.shared == nullptr) return fail(ErrorKind::k_opencl, "clSVMAlloc gave no memory");
    return place;
  }
  cl_int code = CL_SUCCESS;
  place.memory.reset(clCreateBuffer(queue_.context(), CL_MEM_READ_WRITE, allocated(memory.size), nullptr, &code));
  if (!place.memory) return fail_opencl(code, "clCreateBuffer");
  return place;
}

Result<void> ReplayedMemory::allocate() {
  places_.resize(capture_.memory.size());
  // Images of buffers come last, because they need these.
  for (const bool of_buffers : {false, true}) {
    for (std::size_t i = 0; i < places_.size(); ++i)
      if ((capture_.memory[i].buffer != 0) == of_buffers) places_[i] = CLC_TRY(make(capture_.memory[i]));
  }
  return {};
}

Result<void> ReplayedMemory::set_argument(cl_kernel kernel, cl_uint index, const CapturedArgument& argument) {
  if (argument.memory == 0) return checked(clSetKernelArg(kernel, index, sizeof(cl_mem), nullptr), "clSetKernelArg");
  const Place& place = places_[argument.memory - 1];
  const CapturedMemory& memory = capture_.memory[argument.memory - 1];
  if (place.shared != nullptr) {
    const char* const pointer = static_cast<const char*>(place.shared) + argument.offset;
    return checked(clSetKernelArgSVMPointer(kernel, index, pointer), "clSetKernelArgSVMPointer");
  }
  cl_mem given = place.memory.get();
  const bool is_part = argument.kind == CapturedKind::k_buffer && (argument.offset != 0 || argument.size < memory.size);
  if (is_part) {
    const cl_buffer_region region{argument.offset, allocated(argument.size)};
    cl_int code = CL_SUCCESS;
    given = clCreateSubBuffer(given, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    if (given == nullptr) return fail_opencl(code, "clCreateSubBuffer");
    parts_.emplace_back(given);
  }
  return checked(clSetKernelArg(kernel, index, sizeof(given), &given), "clSetKernelArg");
}

CheckedMemory ReplayedMemory::memory_of(const CapturedArgument& argument) const {
  if (argument.kind == CapturedKind::k_local) return {argument.size, true};
  if (argument.memory == 0) return {};
  const Place& place = places_[argument.memory - 1];
  const void* const object = place.shared != nullptr ? place.shared : place.memory.get();
  return {argument.size, false, object, argument.offset};
}

std::vector<CheckedMemory> ReplayedMemory::shared_memory() const {
  std::vector<CheckedMemory> all;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto address = reinterpret_cast<std::uintptr_t>(places_[i].shared);
    if (address != 0) all.push_back({capture_.memory[i].size, false, nullptr, 0, address});
  }
  return all;
}

Result<void> ReplayedMemory::write() const {
  const cl_command_queue queue = queue_.handle();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const CapturedMemory& memory = capture_.memory[i];
    if (memory.size == 0) continue;
    const Bytes bytes = capture_.contents_of(memory.before, memory.size);
    const Place& place = places_[i];
    const Region region = region_of(memory);
    if (place.shared != nullptr) {
      CLC_TRY(checked(clEnqueueSVMMemcpy(queue, CL_TRUE, place.shared, bytes.data(), bytes.size(), 0, nullptr, nullptr),
                      "clEnqueueSVMMemcpy"));
    } else if (memory.kind == MemoryKind::k_image) {
      CLC_TRY(checked(clEnqueueWriteImage(queue, place.memory.get(), CL_TRUE, region.origin, region.size, 0, 0,
                                          bytes.data(), 0, nullptr, nullptr),
                      "clEnqueueWriteImage"));
    } else {
      CLC_TRY(checked(
          clEnqueueWriteBuffer(queue, place.memory.get(), CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer"));
    }
  }
  return {};
}

Result<std::vector<std::string>> ReplayedMemory::read() const {
  const cl_command_queue queue = queue_.handle();
  std::vector<std::string> all;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const CapturedMemory& memory = capture_.memory[i];
    std::string& bytes = all.emplace_back(memory.size, '\0');
    if (memory.size == 0) continue;
    const Place& place = places_[i];
    const Region region = region_of(memory);
    if (place.shared != nullptr) {
      CLC_TRY(checked(clEnqueueSVMMemcpy(queue, CL_TRUE, bytes.data(), place.shared, bytes.size(), 0, nullptr, nullptr),
                      "clEnqueueSVMMemcpy"));
    } else if (memory.kind == MemoryKind::k_image) {
      CLC_TRY(checked(clEnqueueReadImage(queue, place.memory.get(), CL_TRUE, region.origin, region.size, 0, 0,
                                         bytes.data(), 0, nullptr, nullptr),
                      "clEnqueueReadImage"));
    } else {
      CLC_TRY(checked(
          clEnqueueReadBuffer(queue, place.memory.get(), CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer"));
    }
  }
  return all;
}

}  // namespace clc
