#include "capture/captured_memory.h"

#include <algorithm>

#include "base/try.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/opencl_error.h"
#include "layer_state.h"

namespace clc::layer {
namespace {

// The answer to a query, or 0.
template <class Value, class Query, class Object, class Name>
Value queried(Query query, Object object, Name name) {
  Value value{};
  return query(object, name, sizeof(value), &value, nullptr) == CL_SUCCESS ? value : Value{};
}

template <class Value>
Value memory_info(cl_mem memory, cl_mem_info name) {
  return queried<Value>(next().clGetMemObjectInfo, memory, name);
}

std::uint64_t image_size(cl_mem image, cl_image_info name) {
  return std::max<std::uint64_t>(queried<std::size_t>(next().clGetImageInfo, image, name), 1);
}

std::uint64_t access_flags_of(cl_mem memory) {
  constexpr cl_mem_flags k_access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  const cl_mem_flags access = memory_info<cl_mem_flags>(memory, CL_MEM_FLAGS) & k_access;
  return access == 0 ? cl_mem_flags{CL_MEM_READ_WRITE} : access;
}

CapturedMemory describe_image(cl_mem image, std::uint64_t type) {
  const auto format = queried<cl_image_format>(next().clGetImageInfo, image, CL_IMAGE_FORMAT);
  CapturedMemory memory;
  memory.kind = MemoryKind::k_image;
  memory.access = access_flags_of(image);
  memory.type = type;
  memory.channel_order = format.image_channel_order;
  memory.channel_type = format.image_channel_data_type;
  memory.element_size = image_size(image, CL_IMAGE_ELEMENT_SIZE);
  memory.width = image_size(image, CL_IMAGE_WIDTH);
  memory.height = image_size(image, CL_IMAGE_HEIGHT);
  memory.depth = image_size(image, CL_IMAGE_DEPTH);
  memory.layers = image_size(image, CL_IMAGE_ARRAY_SIZE);
  memory.size = memory.element_size * memory.width * memory.height * memory.depth * memory.layers;
  return memory;
}

// Reads a buffer that the application may not read, by a copy of it.
cl_int read_copy(cl_command_queue queue, cl_mem buffer, std::uint64_t offset, std::uint64_t size, void* to) {
  const auto context = queried<cl_context>(next().clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT);
  cl_int code = CL_SUCCESS;
  const MemoryHandle copy(next().clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &code));
  if (!copy) return code;
  cl_event copied = nullptr;
  code = next().clEnqueueCopyBuffer(queue, buffer, copy.get(), offset, 0, size, 0, nullptr, &copied);
  if (code != CL_SUCCESS) return code;
  const EventHandle owned(copied);
  return next().clEnqueueReadBuffer(queue, copy.get(), CL_TRUE, 0, size, to, 1, &copied, nullptr);
}

cl_int read_image(cl_command_queue queue, cl_mem image, const CapturedMemory& memory, void* to) {
  const std::size_t origin[3] = {};
  const bool is_row_array = memory.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const std::size_t region[3] = {memory.width, is_row_array ? memory.layers : memory.height,
                                 is_row_array ? 1 : memory.depth * memory.layers};
  return next().clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, to, 0, nullptr, nullptr);
}

}  // namespace

std::uint64_t MemoryOfLaunch::place_of(const Source& source) {
  for (std::size_t i = 0; i < sources_.size(); ++i)
    if (sources_[i].handle == source.handle && sources_[i].pointer == source.pointer) return i + 1;
  sources_.push_back(source);
  return sources_.size();
}

std::uint64_t MemoryOfLaunch::add_buffer(cl_mem buffer, std::uint64_t& offset, std::uint64_t& size) {
  offset = memory_info<std::size_t>(buffer, CL_MEM_OFFSET);
  size = memory_info<std::size_t>(buffer, CL_MEM_SIZE);
  const auto whole = memory_info<cl_mem>(buffer, CL_MEM_ASSOCIATED_MEMOBJECT);
  Source source;
  source.handle = whole == nullptr ? buffer : whole;
  source.memory.access = CL_MEM_READ_WRITE;
  source.begin = offset;
  source.end = offset + size;
  const std::uint64_t place = place_of(source);
  Source& known = sources_[place - 1];
  known.begin = std::min(known.begin, offset);
  known.end = std::max(known.end, offset + size);
  return place;
}

Result<std::uint64_t> MemoryOfLaunch::add_image(cl_mem image, std::uint64_t type) {
  Source source;
  source.handle = image;
  source.memory = describe_image(image, type);
  if (queried<cl_uint>(next().clGetImageInfo, image, CL_IMAGE_NUM_MIP_LEVELS) > 1 ||
      queried<cl_uint>(next().clGetImageInfo, image, CL_IMAGE_NUM_SAMPLES) > 1)
    return fail(ErrorKind::k_unavailable, "is an image with mipmaps or several samples");
  if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    const auto buffer = memory_info<cl_mem>(image, CL_MEM_ASSOCIATED_MEMOBJECT);
    std::uint64_t offset = 0, size = 0;
    source.memory.buffer = add_buffer(buffer, offset, size);
    if (offset != 0) return fail(ErrorKind::k_unavailable, "is an image of a part of a buffer");
    source.memory.size = 0;
  }
  return place_of(source);
}

Result<void> MemoryOfLaunch::add_memory(cl_mem memory, CapturedArgument& argument) {
  switch (const auto type = memory_info<cl_mem_object_type>(memory, CL_MEM_TYPE)) {
    case CL_MEM_OBJECT_BUFFER:
      argument.kind = CapturedKind::k_buffer;
      argument.memory = add_buffer(memory, argument.offset, argument.size);
      return {};
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    case CL_MEM_OBJECT_IMAGE2D:
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    case CL_MEM_OBJECT_IMAGE3D:
      argument.kind = CapturedKind::k_image;
      argument.memory = CLC_TRY(add_image(memory, type));
      return {};
    default:
      return fail(ErrorKind::k_unavailable, "is neither a buffer nor an image");
  }
}

Result<void> MemoryOfLaunch::add_pointer(const void* pointer, CapturedArgument& argument) {
  argument.kind = CapturedKind::k_buffer;
  if (pointer == nullptr) return {};
  const std::optional<SharedAllocation> found = state().shared_memory.find(pointer);
  if (!found)
    return fail(ErrorKind::k_unavailable, "is a pointer to memory that clSVMAlloc did not give, or that was freed");
  argument.offset = reinterpret_cast<std::uintptr_t>(pointer) - found->begin;
  Source source;
  source.pointer = static_cast<const char*>(pointer) - argument.offset;
  source.memory.kind = MemoryKind::k_svm;
  source.memory.access = CL_MEM_READ_WRITE;
  source.memory.size = source.end = found->bytes;
  argument.memory = place_of(source);
  argument.size = found->bytes - argument.offset;
  return {};
}

void MemoryOfLaunch::cut(Capture& capture) {
  for (CapturedArgument& argument : capture.arguments)
    if (argument.memory != 0) argument.offset -= sources_[argument.memory - 1].begin;
  for (Source& source : sources_) {
    if (source.memory.kind == MemoryKind::k_buffer) source.memory.size = source.end - source.begin;
    capture.memory.push_back(source.memory);
  }
}

Result<void> MemoryOfLaunch::read(cl_command_queue queue, std::string CapturedMemory::* digest,
                                  Capture& capture) const {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const Source& source = sources_[i];
    Bytes bytes(source.memory.size, '\0');
    if (bytes.empty()) continue;
    cl_int code = CL_SUCCESS;
    if (source.memory.kind == MemoryKind::k_svm) {
      code = next().clEnqueueSVMMemcpy(queue, CL_TRUE, bytes.data(), source.pointer, bytes.size(), 0, nullptr, nullptr);
    } else if (source.memory.kind == MemoryKind::k_image) {
      code = read_image(queue, source.handle, source.memory, bytes.data());
    } else {
      code = next().clEnqueueReadBuffer(queue, source.handle, CL_TRUE, source.begin, bytes.size(), bytes.data(), 0,
                                        nullptr, nullptr);
      if (code == CL_INVALID_OPERATION)
        code = read_copy(queue, source.handle, source.begin, bytes.size(), bytes.data());
    }
    if (code != CL_SUCCESS)
      return fail(ErrorKind::k_opencl, "its memory could not be read: " + opencl_error_name(code));
    capture.memory[i].*digest = capture.keep(std::move(bytes));
  }
  return {};
}

}  // namespace clc::layer
