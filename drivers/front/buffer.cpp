// Buffers and sub-buffers, and the queries of all memory objects.
#include "front/buffer.h"

#include <algorithm>
#include <cstring>

#include "front/answer.h"
#include "front/api.h"
#include "front/commands.h"

namespace clc::front {
namespace {

constexpr cl_mem_flags k_host_access = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

bool has_several(cl_mem_flags flags) {
  return (flags & (flags - 1)) != 0;
}

// The properties with their end: at most one, of an extension.
std::vector<cl_mem_properties> checked_properties_of_buffer(const cl_mem_properties* properties) {
  if (properties == nullptr || properties[0] == 0) return checked_memory_properties(properties);
  require(properties[2] == 0, CL_INVALID_PROPERTY);
  return {properties, properties + 3};
}

// The memory of an extension's property, which one of the context's devices knows. The context is told why none does.
std::unique_ptr<Memory> adopt_memory(const _cl_context& context, const std::vector<cl_mem_properties>& properties,
                                     std::size_t size) {
  for (const cl_device_id device : context.devices) {
    try {
      return device->device.adopt_memory(properties[0], properties[1], size);
    } catch (const Failure& failure) {
      if (device != context.devices.back()) continue;
      report(context, failure.what());
      throw;
    }
  }
  throw Failure(CL_INVALID_PROPERTY);
}

void fill_from_host(_cl_mem& buffer, const std::uint8_t* host) {
  if (std::uint8_t* bytes = buffer.memory().host()) {
    std::memcpy(bytes, host, buffer.size);
    return;
  }
  const auto stream = buffer.context->devices.front()->device.make_stream();
  const Box whole{0, buffer.size, buffer.size};
  stream->write(buffer.memory(), whole, host, whole, {buffer.size, 1, 1});
  stream->finish();
}

bool is_aligned(cl_device_id device, std::size_t offset) {
  return offset % device->facts.base_alignment_bytes == 0;
}

}  // namespace

std::unique_ptr<Memory> allocate(const _cl_context& context, std::size_t size) {
  return ask_device(context, [&] { return context.devices.front()->device.allocate(size); });
}

void check_flags(cl_mem_flags flags) {
  require((flags & ~(k_device_access | k_host_access | k_host_pointer)) == 0, CL_INVALID_VALUE);
  require(!has_several(flags & k_device_access) && !has_several(flags & k_host_access), CL_INVALID_VALUE);
  const bool uses = (flags & CL_MEM_USE_HOST_PTR) != 0;
  require(!uses || (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) == 0, CL_INVALID_VALUE);
}

bool check_host_pointer(cl_mem_flags flags, const void* host) {
  const bool takes_host = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  require(takes_host == (host != nullptr), CL_INVALID_HOST_PTR);
  return takes_host;
}

std::vector<cl_mem_properties> checked_memory_properties(const cl_mem_properties* properties) {
  if (properties == nullptr) return {};
  require(properties[0] == 0, CL_INVALID_PROPERTY);  // there are none yet
  return {0};
}

cl_mem_flags inherited_flags(cl_mem_flags flags, cl_mem_flags parent) {
  require((flags & ~(k_device_access | k_host_access)) == 0, CL_INVALID_VALUE);
  check_flags(flags);
  const auto refuse = [&](cl_mem_flags when, cl_mem_flags what) {
    require((parent & when) == 0 || (flags & what) == 0, CL_INVALID_VALUE);
  };
  refuse(CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY);
  refuse(CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY);
  refuse(CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY);
  refuse(CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY);
  refuse(CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
  if ((flags & k_device_access) == 0) flags |= parent & k_device_access;
  if ((flags & k_host_access) == 0) flags |= parent & k_host_access;
  return flags | (parent & k_host_pointer);
}

Ref<_cl_mem> memory_for(const Ref<_cl_command_queue>& queue, cl_mem handle) {
  auto memory = checked(handle);
  require(memory->context == queue->context, CL_INVALID_CONTEXT);
  return memory;
}

Ref<_cl_mem> buffer_for(const Ref<_cl_command_queue>& queue, cl_mem handle) {
  auto buffer = memory_for(queue, handle);
  require(buffer->is_buffer(), CL_INVALID_MEM_OBJECT);
  require(is_aligned(queue->device, buffer->offset), CL_MISALIGNED_SUB_BUFFER_OFFSET);
  return buffer;
}

void check_range(const _cl_mem& buffer, std::size_t offset, std::size_t size) {
  require(offset <= buffer.size && size <= buffer.size - offset, CL_INVALID_VALUE);
}

void check_host_reads(const _cl_mem& buffer) {
  require((buffer.flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0, CL_INVALID_OPERATION);
}

void check_host_writes(const _cl_mem& buffer) {
  require((buffer.flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0, CL_INVALID_OPERATION);
}

namespace api {

cl_mem create_buffer_with_properties(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
                                     size_t size, void* host) {
  auto kept = checked(context);
  auto list = checked_properties_of_buffer(properties);
  check_flags(flags);
  const auto fits = [&](cl_device_id device) { return size <= device->facts.max_allocation; };
  require(size != 0 && std::any_of(kept->devices.begin(), kept->devices.end(), fits), CL_INVALID_BUFFER_SIZE);
  const bool takes_host = check_host_pointer(flags, host);
  require(list.size() <= 1 || (flags & k_host_pointer) == 0, CL_INVALID_VALUE);
  auto buffer = make_object<_cl_mem>();
  buffer->context = std::move(kept);
  buffer->size = size;
  buffer->flags = (flags & k_device_access) == 0 ? flags | CL_MEM_READ_WRITE : flags;
  buffer->properties = std::move(list);
  buffer->own = buffer->properties.size() > 1 ? adopt_memory(*buffer->context, buffer->properties, size)
                                              : allocate(*buffer->context, size);
  if (takes_host) fill_from_host(*buffer, static_cast<std::uint8_t*>(host));
  if ((flags & CL_MEM_USE_HOST_PTR) != 0) buffer->host = static_cast<std::uint8_t*>(host);
  return buffer.give();
}

cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t size, void* host) {
  return create_buffer_with_properties(context, nullptr, flags, size, host);
}

cl_mem create_sub_buffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type, const void* region) {
  auto kept = checked(parent);
  require(!kept->parent && kept->is_buffer(), CL_INVALID_MEM_OBJECT);
  require(type == CL_BUFFER_CREATE_TYPE_REGION && region != nullptr, CL_INVALID_VALUE);
  flags = inherited_flags(flags, kept->flags);
  const auto& wanted = *static_cast<const cl_buffer_region*>(region);
  require(wanted.size != 0, CL_INVALID_BUFFER_SIZE);
  check_range(*kept, wanted.origin, wanted.size);
  const auto& devices = kept->context->devices;
  const auto fits = [&](cl_device_id device) { return is_aligned(device, wanted.origin); };
  require(std::any_of(devices.begin(), devices.end(), fits), CL_MISALIGNED_SUB_BUFFER_OFFSET);
  auto buffer = make_object<_cl_mem>();
  buffer->context = kept->context;
  buffer->offset = wanted.origin;
  buffer->size = wanted.size;
  buffer->flags = flags;
  if (kept->host != nullptr) buffer->host = kept->host + wanted.origin;
  buffer->parent = std::move(kept);
  return buffer.give();
}

void get_mem_info(cl_mem buffer, cl_mem_info info, size_t room, void* to, size_t* told) {
  const auto one = checked(buffer);
  const Answer answer{room, to, told};
  switch (info) {
    case CL_MEM_TYPE:
      return answer.value(one->type());
    case CL_MEM_FLAGS:
      return answer.value(one->flags);
    case CL_MEM_SIZE:
      return answer.value(one->size);
    case CL_MEM_HOST_PTR:
      return answer.value(one->host);
    case CL_MEM_MAP_COUNT: {
      const std::lock_guard guard(state_mutex());
      return answer.value(static_cast<cl_uint>(one->maps.size()));
    }
    case CL_MEM_REFERENCE_COUNT:
      return answer.value(one->references.load());
    case CL_MEM_CONTEXT:
      return answer.value(one->context.get());
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return answer.value(one->parent.get());
    case CL_MEM_OFFSET:
      return answer.value(one->offset);
    case CL_MEM_USES_SVM_POINTER:
      return answer.value(cl_bool{one->host != nullptr && is_shared(*one->context, one->host)});
    case CL_MEM_PROPERTIES:
      return answer.list(one->properties);
    default: {
      require(!one->is_opaque(), CL_INVALID_VALUE);
      const auto value = one->memory().answer(info, one->offset);
      require(value.has_value(), CL_INVALID_VALUE);
      return answer.value(*value);
    }
  }
}

void set_mem_destructor(cl_mem buffer, void(CL_CALLBACK* call)(cl_mem, void*), void* data) {
  const auto one = checked(buffer);
  require(call != nullptr, CL_INVALID_VALUE);
  const std::lock_guard guard(state_mutex());
  one->destructors.emplace_back(call, data);
}

}  // namespace api
}  // namespace clc::front

_cl_mem::~_cl_mem() {
  for (auto one = destructors.rbegin(); one != destructors.rend(); ++one) one->first(this, one->second);
}
