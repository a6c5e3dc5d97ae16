// Buffers and the commands that move bytes.
#include <algorithm>
#include <array>
#include <cstring>

#include "driver/api.h"

namespace clc::emulator::driver {
namespace {

bool fits(const _cl_mem* buffer, std::size_t offset, std::size_t size) {
  return offset <= buffer->size && size <= buffer->size - offset;
}

// A box of bytes: where it begins, and how far its rows and slices lie apart.
struct Box {
  std::uint8_t* bytes;
  std::size_t origin[3];
  std::size_t row, slice;
};

Box box(std::uint8_t* bytes, const std::size_t* origin, const std::size_t* region, std::size_t row, std::size_t slice) {
  const std::size_t real_row = row != 0 ? row : region[0];
  return {bytes, {origin[0], origin[1], origin[2]}, real_row, slice != 0 ? slice : real_row * region[1]};
}

std::size_t end_of(const Box& of, const std::array<std::size_t, 3>& region) {
  return of.origin[0] + region[0] + (of.origin[1] + region[1] - 1) * of.row + (of.origin[2] + region[2] - 1) * of.slice;
}

void copy_box(const Box& from, const Box& to, const std::array<std::size_t, 3>& region) {
  for (std::size_t z = 0; z < region[2]; ++z) {
    for (std::size_t y = 0; y < region[1]; ++y) {
      const auto at = [&](const Box& of) {
        return of.bytes + of.origin[0] + (of.origin[1] + y) * of.row + (of.origin[2] + z) * of.slice;
      };
      std::memmove(at(to), at(from), region[0]);
    }
  }
}

cl_int enqueue_box(const Wanted& wanted, std::vector<Kept<_cl_mem>> buffers, const Box& from, const Box& to,
                   const std::size_t* region) {
  const std::array<std::size_t, 3> size{region[0], region[1], region[2]};
  if (size[0] == 0 || size[1] == 0 || size[2] == 0) return CL_INVALID_VALUE;
  for (const auto& buffer : buffers) {
    const Box& mine = buffer->bytes() == from.bytes ? from : to;
    if (end_of(mine, size) > buffer->size) return CL_INVALID_VALUE;
  }
  return enqueue(wanted, [=, keep = std::move(buffers)] {
    copy_box(from, to, size);
    return CL_SUCCESS;
  });
}

}  // namespace

namespace api {

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* code) {
  const auto guard = lock();
  if (context == nullptr) return not_created<_cl_mem>(CL_INVALID_CONTEXT, code);
  if (size == 0) return not_created<_cl_mem>(CL_INVALID_BUFFER_SIZE, code);
  const bool takes_host = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  if (takes_host != (host != nullptr)) return not_created<_cl_mem>(CL_INVALID_HOST_PTR, code);
  auto* buffer = new _cl_mem;
  buffer->context = Kept<_cl_context>(context);
  buffer->size = size;
  buffer->flags = flags;
  buffer->allocation = memory().allocate(size, "a buffer of " + std::to_string(size) + " bytes");
  if (takes_host) std::memcpy(buffer->bytes(), host, size);
  if (flags & CL_MEM_USE_HOST_PTR) buffer->host = host;
  return created(buffer, CL_SUCCESS, code);
}

cl_mem CL_API_CALL create_sub_buffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type, const void* region,
                                     cl_int* code) {
  const auto guard = lock();
  if (parent == nullptr || parent->parent) return not_created<_cl_mem>(CL_INVALID_MEM_OBJECT, code);
  const auto* wanted = static_cast<const cl_buffer_region*>(region);
  if (type != CL_BUFFER_CREATE_TYPE_REGION || wanted == nullptr || !fits(parent, wanted->origin, wanted->size)) {
    return not_created<_cl_mem>(CL_INVALID_VALUE, code);
  }
  if (wanted->size == 0) return not_created<_cl_mem>(CL_INVALID_BUFFER_SIZE, code);
  constexpr std::size_t k_alignment = 128;
  if (wanted->origin % k_alignment != 0) return not_created<_cl_mem>(CL_MISALIGNED_SUB_BUFFER_OFFSET, code);
  auto* buffer = new _cl_mem;
  buffer->context = parent->context;
  buffer->parent = Kept<_cl_mem>(parent);
  buffer->allocation = parent->allocation;
  buffer->offset = wanted->origin;
  buffer->size = wanted->size;
  buffer->flags = flags != 0 ? flags : parent->flags;
  return created(buffer, CL_SUCCESS, code);
}

cl_int CL_API_CALL get_mem_info(cl_mem buffer, cl_mem_info info, size_t room, void* to, size_t* told) {
  if (buffer == nullptr) return CL_INVALID_MEM_OBJECT;
  switch (info) {
    case CL_MEM_TYPE:
      return answer(cl_mem_object_type{CL_MEM_OBJECT_BUFFER}, room, to, told);
    case CL_MEM_FLAGS:
      return answer(buffer->flags, room, to, told);
    case CL_MEM_SIZE:
      return answer(buffer->size, room, to, told);
    case CL_MEM_HOST_PTR:
      return answer(buffer->host, room, to, told);
    case CL_MEM_MAP_COUNT:
      return answer(buffer->map_count, room, to, told);
    case CL_MEM_REFERENCE_COUNT:
      return answer(buffer->references, room, to, told);
    case CL_MEM_CONTEXT:
      return answer(buffer->context.get(), room, to, told);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return answer(buffer->parent.get(), room, to, told);
    case CL_MEM_OFFSET:
      return answer(buffer->offset, room, to, told);
    case CL_MEM_USES_SVM_POINTER:
      return answer(cl_bool{CL_FALSE}, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL set_destructor(cl_mem buffer, void(CL_CALLBACK* call)(cl_mem, void*), void* data) {
  const auto guard = lock();
  if (buffer == nullptr) return CL_INVALID_MEM_OBJECT;
  if (call == nullptr) return CL_INVALID_VALUE;
  buffer->destructors.emplace_back(call, data);
  return CL_SUCCESS;
}

cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                               void* to, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto guard = lock();
  if (buffer == nullptr) return CL_INVALID_MEM_OBJECT;
  if (to == nullptr || !fits(buffer, offset, size)) return CL_INVALID_VALUE;
  return enqueue({queue, CL_COMMAND_READ_BUFFER, count, waits, event, blocking != 0},
                 [=, keep = Kept<_cl_mem>(buffer)] {
                   std::memcpy(to, keep->bytes() + offset, size);
                   return CL_SUCCESS;
                 });
}

cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                                const void* from, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto guard = lock();
  if (buffer == nullptr) return CL_INVALID_MEM_OBJECT;
  if (from == nullptr || !fits(buffer, offset, size)) return CL_INVALID_VALUE;
  return enqueue({queue, CL_COMMAND_WRITE_BUFFER, count, waits, event, blocking != 0},
                 [=, keep = Kept<_cl_mem>(buffer)] {
                   std::memcpy(keep->bytes() + offset, from, size);
                   return CL_SUCCESS;
                 });
}

cl_int CL_API_CALL copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                               size_t size, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto guard = lock();
  if (from == nullptr || to == nullptr) return CL_INVALID_MEM_OBJECT;
  if (!fits(from, from_offset, size) || !fits(to, to_offset, size)) return CL_INVALID_VALUE;
  const std::size_t first = from->offset + from_offset, second = to->offset + to_offset;
  if (from->allocation == to->allocation && first < second + size && second < first + size) return CL_MEM_COPY_OVERLAP;
  return enqueue({queue, CL_COMMAND_COPY_BUFFER, count, waits, event},
                 [=, keep = Kept<_cl_mem>(from), keep_to = Kept<_cl_mem>(to)] {
                   std::memcpy(keep_to->bytes() + to_offset, keep->bytes() + from_offset, size);
                   return CL_SUCCESS;
                 });
}

cl_int CL_API_CALL fill_buffer(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                               size_t offset, size_t size, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto guard = lock();
  if (buffer == nullptr) return CL_INVALID_MEM_OBJECT;
  if (pattern == nullptr || pattern_size == 0 || offset % pattern_size != 0 || size % pattern_size != 0 ||
      !fits(buffer, offset, size)) {
    return CL_INVALID_VALUE;
  }
  const auto* bytes = static_cast<const std::uint8_t*>(pattern);
  return enqueue({queue, CL_COMMAND_FILL_BUFFER, count, waits, event},
                 [=, keep = Kept<_cl_mem>(buffer), copy = std::vector<std::uint8_t>(bytes, bytes + pattern_size)] {
                   for (std::size_t i = 0; i < size; ++i) keep->bytes()[offset + i] = copy[i % pattern_size];
                   return CL_SUCCESS;
                 });
}

cl_int CL_API_CALL read_rectangle(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t* buffer_origin,
                                  const size_t* host_origin, const size_t* region, size_t buffer_row,
                                  size_t buffer_slice, size_t host_row, size_t host_slice, void* to, cl_uint count,
                                  const cl_event* waits, cl_event* event) {
  const auto guard = lock();
  if (buffer == nullptr) return CL_INVALID_MEM_OBJECT;
  if (to == nullptr || buffer_origin == nullptr || host_origin == nullptr || region == nullptr) return CL_INVALID_VALUE;
  return enqueue_box({queue, CL_COMMAND_READ_BUFFER_RECT, count, waits, event, blocking != 0}, {Kept<_cl_mem>(buffer)},
                     box(buffer->bytes(), buffer_origin, region, buffer_row, buffer_slice),
                     box(static_cast<std::uint8_t*>(to), host_origin, region, host_row, host_slice), region);
}

cl_int CL_API_CALL write_rectangle(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t* buffer_origin,
                                   const size_t* host_origin, const size_t* region, size_t buffer_row,
                                   size_t buffer_slice, size_t host_row, size_t host_slice, const void* from,
                                   cl_uint count, const cl_event* waits, cl_event* event) {
  const auto guard = lock();
  if (buffer == nullptr) return CL_INVALID_MEM_OBJECT;
  if (from == nullptr || buffer_origin == nullptr || host_origin == nullptr || region == nullptr) {
    return CL_INVALID_VALUE;
  }
  auto* bytes = static_cast<std::uint8_t*>(const_cast<void*>(from));  // only read
  return enqueue_box({queue, CL_COMMAND_WRITE_BUFFER_RECT, count, waits, event, blocking != 0}, {Kept<_cl_mem>(buffer)},
                     box(bytes, host_origin, region, host_row, host_slice),
                     box(buffer->bytes(), buffer_origin, region, buffer_row, buffer_slice), region);
}

cl_int CL_API_CALL copy_rectangle(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                                  const size_t* to_origin, const size_t* region, size_t from_row, size_t from_slice,
                                  size_t to_row, size_t to_slice, cl_uint count, const cl_event* waits,
                                  cl_event* event) {
  const auto guard = lock();
  if (from == nullptr || to == nullptr) return CL_INVALID_MEM_OBJECT;
  if (from_origin == nullptr || to_origin == nullptr || region == nullptr) return CL_INVALID_VALUE;
  return enqueue_box({queue, CL_COMMAND_COPY_BUFFER_RECT, count, waits, event},
                     {Kept<_cl_mem>(from), Kept<_cl_mem>(to)},
                     box(from->bytes(), from_origin, region, from_row, from_slice),
                     box(to->bytes(), to_origin, region, to_row, to_slice), region);
}

// The host sees the memory of the device, so mapping copies nothing (but for CL_MEM_USE_HOST_PTR).
void* CL_API_CALL map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags, size_t offset,
                             size_t size, cl_uint count, const cl_event* waits, cl_event* event, cl_int* code) {
  const auto guard = lock();
  if (buffer == nullptr) return not_created<void>(CL_INVALID_MEM_OBJECT, code);
  if (!fits(buffer, offset, size)) return not_created<void>(CL_INVALID_VALUE, code);
  const cl_int result =
      enqueue({queue, CL_COMMAND_MAP_BUFFER, count, waits, event, blocking != 0}, [=, keep = Kept<_cl_mem>(buffer)] {
        if (keep->host == nullptr) return CL_SUCCESS;
        std::memcpy(static_cast<std::uint8_t*>(keep->host) + offset, keep->bytes() + offset, size);
        return CL_SUCCESS;
      });
  if (result != CL_SUCCESS) return not_created<void>(result, code);
  ++buffer->map_count;
  std::uint8_t* base = buffer->host != nullptr ? static_cast<std::uint8_t*>(buffer->host) : buffer->bytes();
  return created<void>(base + offset, CL_SUCCESS, code);
}

cl_int CL_API_CALL unmap(cl_command_queue queue, cl_mem buffer, void* mapped, cl_uint count, const cl_event* waits,
                         cl_event* event) {
  const auto guard = lock();
  if (buffer == nullptr) return CL_INVALID_MEM_OBJECT;
  if (mapped == nullptr || buffer->map_count == 0) return CL_INVALID_VALUE;
  --buffer->map_count;
  return enqueue({queue, CL_COMMAND_UNMAP_MEM_OBJECT, count, waits, event}, [keep = Kept<_cl_mem>(buffer)] {
    if (keep->host != nullptr) std::memcpy(keep->bytes(), keep->host, keep->size);
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL migrate(cl_command_queue queue, cl_uint buffer_count, const cl_mem* buffers, cl_mem_migration_flags,
                           cl_uint count, const cl_event* waits, cl_event* event) {
  if (buffer_count == 0 || buffers == nullptr) return CL_INVALID_VALUE;
  return enqueue({queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, count, waits, event}, [] { return CL_SUCCESS; });
}

}  // namespace api
}  // namespace clc::emulator::driver
