// Buffers, sub-buffers and maps.
#include <algorithm>
#include <cstring>

#include "asking.h"

namespace driver_calls {

void Calls::create_buffer() {
  const auto context = any<cl_context>();
  const auto flags = choices_.of<cl_mem_flags>(
      {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
       CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR,
       CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, cl_mem_flags{1} << 40U,
       CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR});
  void* host = choices_.is_one_of(2) ? arena() : nullptr;
  constexpr std::size_t k_all = ~std::size_t{0};
  const auto bytes = choices_.of<std::size_t>({256, 0, 1, 16, 100, 4096, k_all, k_all - 15, k_all / 2, k_all / 16});
  const cl_mem_properties none[] = {0}, odd[] = {0x7777, 0, 0};
  const auto* properties = choices_.of<const cl_mem_properties*>({nullptr, none, odd});
  cl_int code = CL_SUCCESS;
  const bool has_list = properties != nullptr;
  auto* buffer = has_list ? cl_.clCreateBufferWithProperties(context, properties, flags, bytes, host, &code)
                          : cl_.clCreateBuffer(context, flags, bytes, host, &code);
  keep(has_list ? "clCreateBufferWithProperties" : "clCreateBuffer", buffer, Kind::k_memory, code, context.is_wrong,
       {CL_INVALID_CONTEXT, has_list ? CL_INVALID_PROPERTY : CL_INVALID_VALUE, CL_INVALID_VALUE, CL_INVALID_BUFFER_SIZE,
        CL_INVALID_HOST_PTR, CL_MEM_OBJECT_ALLOCATION_FAILURE});
}

void Calls::create_sub_buffer() {
  const auto buffer = any<cl_mem>();
  const cl_buffer_region region{size(), size()};
  const auto flags = choices_.of<cl_mem_flags>({0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY,
                                                CL_MEM_HOST_NO_ACCESS, CL_MEM_USE_HOST_PTR, CL_MEM_HOST_WRITE_ONLY});
  const auto type = choices_.is_one_of(16) ? cl_buffer_create_type{7} : CL_BUFFER_CREATE_TYPE_REGION;
  cl_int code = CL_SUCCESS;
  auto* part = cl_.clCreateSubBuffer(buffer, flags, type, choices_.is_one_of(16) ? nullptr : &region, &code);
  keep("clCreateSubBuffer", part, Kind::k_memory, code, buffer.is_wrong,
       {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_INVALID_BUFFER_SIZE, CL_MISALIGNED_SUB_BUFFER_OFFSET,
        CL_MEM_OBJECT_ALLOCATION_FAILURE});
}

void Calls::ask_memory() {
  const auto buffer = any<cl_mem>();
  const auto info = static_cast<cl_mem_info>(CL_MEM_TYPE + choices_.below(16));
  ask("clGetMemObjectInfo", buffer.is_wrong, {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE},
      [&](std::size_t room, void* to, std::size_t* told) {
        return cl_.clGetMemObjectInfo(buffer, info, room, to, told);
      });
}

void Calls::map() {
  const auto queue = any<cl_command_queue>();
  const auto buffer = any<cl_mem>();
  const auto flags =
      choices_.of<cl_map_flags>({CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION,
                                 0, 1U << 20U, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION});
  const auto list = waits();
  const cl_bool blocks = blocking();
  const std::size_t offset = size(), bytes = size();
  cl_int code = CL_SUCCESS;
  void* pointer = cl_.clEnqueueMapBuffer(queue, buffer, blocks, flags, offset, bytes, list.count, list.events,
                                         event_place(), &code);
  expect_command(
      "clEnqueueMapBuffer", code, queue.is_wrong || buffer.is_wrong || list.is_wrong,
      {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_MISALIGNED_SUB_BUFFER_OFFSET, CL_MAP_FAILURE, CL_INVALID_OPERATION});
  if (code != CL_SUCCESS) return;
  maps_.push_back({buffer, pointer});
  if (blocks != 0 && (flags & CL_MAP_READ) == 0 && is_held(buffer)) std::memset(pointer, 7, bytes);
}

void Calls::unmap() {
  const auto queue = any<cl_command_queue>();
  Mapped one{any<cl_mem>(), arena()};
  if (!maps_.empty() && !choices_.is_one_of(8)) {
    const std::size_t at = choices_.below(static_cast<unsigned>(maps_.size()));
    one = maps_[at];
    maps_.erase(maps_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  const auto list = waits();
  const cl_int code =
      cl_.clEnqueueUnmapMemObject(queue, one.buffer, one.pointer, list.count, list.events, event_place());
  expect_command("clEnqueueUnmapMemObject", code, queue.is_wrong || list.is_wrong,
                 {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE});
}

void Calls::migrate() {
  const auto queue = any<cl_command_queue>();
  const auto buffer = any<cl_mem>();
  const cl_mem buffers[] = {buffer};
  const auto flags = choices_.of<cl_mem_migration_flags>(
      {0, CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 1U << 20U});
  const cl_uint count = choices_.is_one_of(8) ? 0 : 1;
  const auto list = waits();
  const cl_int code = cl_.clEnqueueMigrateMemObjects(queue, count, choices_.is_one_of(8) ? nullptr : buffers, flags,
                                                     list.count, list.events, event_place());
  expect_command("clEnqueueMigrateMemObjects", code, queue.is_wrong || (count != 0 && buffer.is_wrong) || list.is_wrong,
                 {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE});
}

const std::vector<Calls::Step>& Calls::memory_steps() {
  static const std::vector<Step> all = {&Calls::create_buffer, &Calls::create_buffer, &Calls::create_sub_buffer,
                                        &Calls::ask_memory,    &Calls::map,           &Calls::map,
                                        &Calls::unmap,         &Calls::unmap,         &Calls::migrate};
  return all;
}

}  // namespace driver_calls
